import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { canonicalOrigin } from '../http/origins.ts';
import { questionOf } from '../migration-engine/modal-actions.ts';
import { gapsOf, progressOf } from '../migration-engine/progress.ts';
import type { Run } from '../migration-engine/run.ts';
import { sourceProviders } from '../providers/source-providers.ts';
import type { StoredModal } from '../store/modal-store.ts';

/** One retry per modal that the SDK opened. */
const mostRetries = 1;

/** The providers that a modal offers: those of its `source_providers`, else all that the sandbox knows. */
export const offeredProviders = ({ sourceProviders: wanted }: Pick<StoredModal, 'sourceProviders'>) =>
  wanted === null
    ? sourceProviders.map(({ name, kind }) => ({ name, kind }))
    : wanted.map((name) => ({
        name,
        kind: sourceProviders.find((known) => known.name === name)?.kind ?? 'Other service',
      }));

/** Whether the access token behind a modal no longer counts. */
export const isSessionOver = ({ sessionExpires, sessionRevoked }: StoredModal, now: number): boolean =>
  sessionRevoked || sessionExpires <= now;

/** Whether the end user may start once more from this modal. */
export const canRetry = (modal: StoredModal, run: Run, now: number): boolean =>
  run.status === 'FAILED' && modal.retries < mostRetries && !isSessionOver(modal, now);

/** What the modal page shows of a run at `now`. */
export const modalStateReply = (modal: StoredModal, run: Run, now: number, loginError?: string): ModalState => ({
  migration_id: modal.migrationId,
  status: run.status,
  organization_name: modal.organizationName,
  user_id: modal.userId,
  providers: offeredProviders(modal),
  provider: run.provider,
  company_name: run.companyName,
  practice_users: !modal.isProduction,
  login_error: loginError ?? null,
  question: questionOf(run),
  progress: progressOf(run, modal.migrationId, now),
  gaps: gapsOf(run),
  reason: hasEnded(run.status) ? run.reason : null,
  can_retry: canRetry(modal, run, now),
  session_over: isSessionOver(modal, now),
  session_expires: new Date(modal.sessionExpires).toISOString(),
  parent_origin: canonicalOrigin(modal.origin ?? '') ?? null,
  begun: run.begun === null ? null : new Date(run.begun).toISOString(),
  now: new Date(now).toISOString(),
});

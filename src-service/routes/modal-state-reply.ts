import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ModalState, ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { canonicalOrigin } from '../http/origins.ts';
import { questionOf } from '../migration-engine/modal-actions.ts';
import { copiedBy, type Run } from '../migration-engine/run.ts';
import { scenarios } from '../migration-engine/scenarios.ts';
import { sourceProviders } from '../migration-engine/source-providers.ts';
import type { StoredModal } from '../store/run-store.ts';

/** Kinds of records, the share of the time that each takes, and the range of how many there are. */
const kinds = [
  { label: 'Company details', share: 0.05, from: 1, to: 1 },
  { label: 'Customers', share: 0.15, from: 180, to: 2_400 },
  { label: 'Invoices', share: 0.45, from: 1_200, to: 18_000 },
  { label: 'Payments', share: 0.2, from: 600, to: 9_000 },
  { label: 'Attachments', share: 0.15, from: 40, to: 1_600 },
] as const;

/** How many records of each kind a migration has: read off its id, so that nothing needs to be kept. */
const totalOf = (migrationId: string, index: number): number => {
  const kind = kinds[index] ?? kinds[0];
  const digits = migrationId.replaceAll('-', '').slice(index * 4, index * 4 + 4);
  return kind.from + Math.floor((Number.parseInt(digits, 16) / 0x1_0000) * (kind.to - kind.from + 1));
};

const stateOf = (run: Run, fraction: number, missing: number): ProgressItem['state'] => {
  if (fraction >= 1) return missing > 0 && hasEnded(run.status) ? 'done_with_gaps' : 'done';
  if (run.status === 'FAILED') return 'stopped';
  return fraction > 0 || (run.status === 'WORKING' && fraction === 0) ? 'copying' : 'waiting';
};

/** What has been copied by `now`, kind by kind, in the order of copying. */
export const progressOf = (run: Run, migrationId: string, now: number): ProgressItem[] => {
  const { duration, gaps = 0 } = scenarios[run.scenario];
  const overall = run.begun === null ? 0 : Math.min(copiedBy(run, now) / duration, 1);
  let start = 0;
  return kinds.map(({ label, share }, index) => {
    const fraction = Math.min(Math.max((overall - start) / share, 0), 1);
    const reached = overall >= start && run.begun !== null;
    start += share;
    const total = totalOf(migrationId, index);
    const missing = label === 'Attachments' ? Math.min(gaps, total) : 0;
    const done = Math.min(fraction >= 0.999_999 ? total : Math.floor(total * fraction), total - missing);
    const state = reached ? stateOf(run, fraction >= 0.999_999 ? 1 : fraction, missing) : 'waiting';
    return { label, state, done, total };
  });
};

/** What did not arrive, as one sentence. */
const gapsOf = (run: Run): string | null => {
  const { gaps } = scenarios[run.scenario];
  return run.status === 'COMPLETED_WITH_FAILURES' && gaps ? `${gaps} attachments were too large.` : null;
};

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

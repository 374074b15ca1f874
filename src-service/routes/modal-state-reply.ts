import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { duplicateAnswers, type ModalState, type ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { practiceUsers } from '#shared/service-control/practice-users.ts';
import { canonicalOrigin } from '../http/origins.ts';
import { copiedCounts } from '../migration-engine/copied-counts.ts';
import { type CopyCollection, remainingOf } from '../migration-engine/copy-state.ts';
import { practiceProgress } from '../migration-engine/practice-progress.ts';
import { retryCopy } from '../migration-engine/retry-copy.ts';
import { hasStarted, loginOf, type Run } from '../migration-engine/run.ts';
import { offeredProviders, unknownProviders } from '../providers/offered-providers.ts';
import { maxWrongPasswords } from '../providers/practice/practice-login.ts';
import { scenarios } from '../providers/practice/scenarios.ts';
import type { SourceProvider } from '../providers/source-provider.ts';
import { isoOrNull } from '../store/base/program.ts';
import type { StoredModal } from '../store/modal-store.ts';

const stateOfCopy = (run: Run, { count, done, failed, isForbidden }: CopyCollection): ProgressItem['state'] => {
  if (isForbidden) return 'done_with_gaps';
  if (count !== null && done + failed >= count && (hasStarted(run) || run.status === 'WORKING'))
    return failed > 0 ? 'done_with_gaps' : 'done';
  if (run.status === 'FAILED') return 'stopped';
  return done + failed > 0 ? 'copying' : 'waiting';
};

const progressOf = (run: Run, migrationId: string, now: number): ProgressItem[] => {
  if (run.copy === undefined) return practiceProgress(run, migrationId, now);
  // Before the login, anyone with the link could see the collections of a retry.
  if (!hasStarted(run) && run.companyName === null) return [];
  const { collections } = run.copy;
  const shownCollections = hasStarted(run) ? collections.filter(({ isChosen }) => isChosen) : collections;
  return shownCollections.map((collection) => ({
    kind: collection.kind,
    name: collection.name,
    state: stateOfCopy(run, collection),
    done: collection.done,
    altered: collection.altered ?? 0,
    total: collection.count,
  }));
};

const maxRetries = 9;

export const isSessionOver = ({ sessionExpires, sessionRevoked }: StoredModal, now: number): boolean =>
  sessionRevoked || sessionExpires <= now;

const hasRetry = (migrationId: string, run: Run, now: number): boolean =>
  // A retry can't help if the source has too much data.
  run.status === 'FAILED' ? run.reason !== 'too_much' : typeof retryCopy(migrationId, run, now) === 'object';

export const canRetry = (modal: StoredModal, run: Run, now: number): boolean =>
  hasRetry(modal.migrationId, run, now) && modal.retries < maxRetries && !isSessionOver(modal, now);

/** Whether a real copy failed for some items. */
export const hasFailedItems = ({ status, copy }: Run): boolean =>
  status === 'COMPLETED_WITH_FAILURES' && Boolean(copy?.account);

const loginState = (run: Run, windowAddress: string, provider: SourceProvider | undefined): ModalState['login'] => {
  const { step, userName, failures, successes, inARow, trouble, lockedUntil } = loginOf(run);
  return {
    step,
    window_url: step === 'window' ? windowAddress : null,
    asks_destination: provider?.asksDestination ?? false,
    user_name: userName,
    failures,
    successes,
    trouble,
    tries_left: trouble === 'password_refused' && provider?.isPractice ? maxWrongPasswords - inARow : null,
    locked_until: isoOrNull(lockedUntil),
    companies: step === 'company' ? [...(provider?.companies?.(userName ?? '') ?? [])] : [],
  };
};

const questionOf = ({ status, scenario, copy }: Run): ModalState['question'] => {
  if (status !== 'PENDING_USER_INPUT' || copy?.asks === 'login') return null;
  const duplicates = copy?.conflicts ?? scenarios[scenario].duplicates;
  return {
    kind: copy === undefined ? 'duplicates' : 'differing',
    duplicates: Math.max(duplicates ?? 1, 1),
    options: [...duplicateAnswers],
  };
};

export interface ModalSnapshot {
  readonly modal: StoredModal;
  readonly run: Run;
  readonly now: number;
  readonly providers: readonly SourceProvider[];
}

/** `windowAddress` is the URL of the provider's own login window. */
export const modalStateReply = ({ modal, run, now, providers }: ModalSnapshot, windowAddress: string): ModalState => {
  const provider = providers.find(({ name }) => name === run.provider);
  const isPractice = provider === undefined ? providers.some((one) => one.isPractice) : (provider.isPractice ?? false);
  return {
    migration_id: modal.migrationId,
    status: run.status,
    organization_name: modal.organizationName,
    user_id: modal.userId,
    providers: offeredProviders(providers, modal.sourceProviders).map(({ name, category }) => ({ name, category })),
    unknown_providers: unknownProviders(providers, modal.sourceProviders),
    provider: run.provider,
    company_name: run.companyName,
    is_practice: isPractice,
    practice_users: modal.isProduction || !isPractice ? [] : [...practiceUsers],
    login: loginState(run, windowAddress, provider),
    question: questionOf(run),
    progress: progressOf(run, modal.migrationId, now),
    remaining: remainingOf(run),
    counts: copiedCounts(run, modal.migrationId, now) ?? null,
    too_large:
      run.status === 'COMPLETED_WITH_FAILURES' && run.copy === undefined ? (scenarios[run.scenario].gaps ?? 0) : 0,
    reason: hasEnded(run.status) ? run.reason : null,
    retry_of: run.copy?.retryOf ?? null,
    can_retry: canRetry(modal, run, now),
    can_download: hasFailedItems(run) && !isSessionOver(modal, now),
    session_over: isSessionOver(modal, now),
    session_expires: new Date(modal.sessionExpires).toISOString(),
    return_url: modal.returnUrl,
    parent_origin: canonicalOrigin(modal.origin ?? '') ?? null,
    begun: isoOrNull(run.begun),
    now: new Date(now).toISOString(),
  };
};

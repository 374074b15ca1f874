import { type Cause, type CauseCode, causeOfCode } from '#shared/activity-api/causes.ts';
import type { LoginTrouble } from '#shared/modal-messages/modal-state.ts';
import type { FailureReason } from '../providers/copy-ports.ts';
import { scenarios } from '../providers/practice/scenarios.ts';
import type { CopyState } from './copy-state.ts';
import { hasStarted, loginOf, type Run } from './run.ts';

const causeOfLoginTrouble: Readonly<Record<LoginTrouble, CauseCode>> = {
  password_refused: 'password_refused',
  code_refused: 'code_refused',
  account_locked: 'account_locked',
  provider_down: 'source_unavailable',
  too_many_tries: 'too_many_sign_ins',
  too_much: 'too_much_data',
  no_account: 'destination_account_missing',
  destination_refused: 'destination_sign_in_refused',
  destination_down: 'destination_unavailable',
  other_account: 'other_account',
};

const byFailureReason: Readonly<Record<FailureReason, CauseCode>> = {
  vanished: 'items_vanished',
  forbidden: 'collection_forbidden',
  unreadable: 'items_unreadable',
  too_large: 'items_too_large',
  no_space: 'destination_full',
  refused: 'items_refused',
  duplicate: 'items_duplicate',
  would_invite: 'items_would_invite',
  server_error: 'items_failed_at_destination',
  lost: 'items_lost',
  unverified: 'items_unverified',
};

const causeOfItems = ({ collections }: CopyState): CauseCode => {
  const [worst] = collections.filter(({ failedBy }) => failedBy).toSorted((one, other) => other.failed - one.failed);
  if (worst?.failedBy) return byFailureReason[worst.failedBy];
  return collections.some(({ isForbidden }) => isForbidden) ? 'collection_forbidden' : 'items_missing';
};

const causeOfExpiry = (run: Run): CauseCode => {
  if (!hasStarted(run)) return 'session_expired';
  return run.copy?.asks === 'login' ? 'password_not_given' : 'question_unanswered';
};

const causeOfFailure = (run: Run): CauseCode => {
  switch (run.reason) {
    case 'session_over':
      return causeOfExpiry(run);
    case 'abandoned':
      return 'not_started';
    case 'stopped':
      return 'stopped';
    default:
      return run.copy?.trouble?.kind ?? 'source_failed';
  }
};

const codeOf = (run: Run): CauseCode | undefined => {
  const { trouble } = loginOf(run);
  const failedSignIn = trouble === null ? undefined : causeOfLoginTrouble[trouble];
  switch (run.status) {
    case 'NOT_READY':
      return failedSignIn ?? 'sign_in_pending';
    case 'LOGIN_ABANDONED':
      return failedSignIn ?? (run.reason === 'session_over' ? 'session_expired' : 'closed_by_end_user');
    case 'NOT_STARTED':
      return 'start_pending';
    case 'PENDING_USER_INPUT':
      return run.copy?.asks === 'login' ? (failedSignIn ?? 'password_needed') : 'question_pending';
    case 'WORKING':
      return run.copy?.trouble?.kind;
    case 'FAILED':
      return causeOfFailure(run);
    case 'COMPLETED_WITH_FAILURES':
      if (run.copy !== undefined) return causeOfItems(run.copy);
      return (scenarios[run.scenario].gaps ?? 0) > 0 ? 'items_too_large' : 'items_missing';
    case 'COMPLETE':
      return 'completed';
  }
};

/** Returns why a migration waits or ended. Null while the migration makes progress. */
export const causeOf = (run: Run): Cause | null => {
  const code = codeOf(run);
  return code === undefined ? null : causeOfCode(code);
};

import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { Outcome } from '#shared/app-error.ts';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import type { MountedOperation, Operation } from '#shared/migration-api/operations.ts';
import type { RequestMessage } from '../ports/http-transport.ts';
import type { Attempt } from './send-once.ts';
import type { Sent } from './send-with-retry.ts';

export interface BulkWork {
  readonly label: string;
  /** It sends what must be refused: a refusal is then no failure. */
  readonly refusalsExpected?: true;
  /** A person waits for it: a long pause that the service asks for is told instead of waited for. */
  readonly isAwaited?: true;
  readonly keepsPauses?: true;
}

/** One try of one call as the client hands it over: nothing redacted yet, so it is kept nowhere else. */
export interface AttemptRecord {
  readonly profileId: string;
  readonly operation: MountedOperation;
  readonly request: RequestMessage;
  readonly attempt: Attempt;
  readonly at: Date;
  readonly queueMs: number;
  /** From 1. */
  readonly tryNumber: number;
  readonly triesAllowed: number;
  readonly last: boolean;
  readonly json?: unknown;
  /** Whoever reads the reply compares it with the contract, too, and tells what was found; see `RecordComparison`. */
  readonly comparedLater?: boolean;
  readonly unread?: AppErrorCode;
  /** The background work that it belongs to, by identity; see `ApiClient.inBulk`. */
  readonly bulk: BulkWork | null;
}

/** Takes a record of every try. Must not throw, and must not keep the record itself. */
export type RecordAttempt = (record: AttemptRecord) => void;

export type RecordComparison = (bulk: BulkWork, operation: Operation, drift: readonly Drift[]) => void;

const unreadCodes: ReadonlySet<AppErrorCode> = new Set(['unreadable_reply', 'wrong_service']);

/** What a judgement says of a reply that could not be read. */
export const unreadOf = (judgement: Outcome<unknown>): Pick<AttemptRecord, 'unread'> =>
  !judgement.ok && unreadCodes.has(judgement.error.code) ? { unread: judgement.error.code } : {};

type RecordedCall = Pick<AttemptRecord, 'profileId' | 'operation' | 'request' | 'queueMs' | 'triesAllowed' | 'bulk'>;

/**
 * Hands over every try of a call.
 * @param end what only the end of the call tells, for its last try
 */
export function recordAttempts(
  record: RecordAttempt,
  call: RecordedCall,
  { attempts, tries }: Sent,
  end: Pick<AttemptRecord, 'json' | 'comparedLater' | 'unread'>,
): void {
  for (const { attempt, at, waitedMs, tryNumber } of attempts) {
    const last = tryNumber === tries;
    record({ ...call, attempt, at, queueMs: call.queueMs + waitedMs, tryNumber, last, ...(last ? end : {}) });
  }
}

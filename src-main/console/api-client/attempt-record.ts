import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { Outcome } from '#shared/app-error.ts';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import type { Operation } from '#shared/migration-api/operations.ts';
import type { RequestMessage } from '../ports/http-transport.ts';
import type { Attempt } from './send-once.ts';
import type { Sent } from './send-with-retry.ts';

export interface BulkWork {
  readonly label: string;
  /** True for a test request that is invalid on purpose. A refusal isn't logged as a failure. */
  readonly refusalsExpected?: true;
  /** True if a user waits for the result. If the service asks for a long pause, the request fails immediately. */
  readonly isAwaited?: true;
  readonly keepsPauses?: true;
}

/** Not redacted yet, so it must not be stored. */
export interface AttemptRecord {
  readonly profileId: string;
  readonly operation: Operation;
  readonly request: RequestMessage;
  readonly attempt: Attempt;
  readonly at: Date;
  readonly queueMs: number;
  readonly tryNumber: number;
  readonly triesAllowed: number;
  readonly last: boolean;
  readonly json?: unknown;
  /** True if the code that parses the response compares it with the contract later; see `RecordComparison`. */
  readonly comparedLater?: boolean;
  readonly unread?: AppErrorCode;
  readonly bulk: BulkWork | null;
}

/** Must neither throw nor keep the record. */
export type RecordAttempt = (record: AttemptRecord) => void;

export type RecordComparison = (bulk: BulkWork, operation: Operation, drift: readonly Drift[]) => void;

const unreadCodes: ReadonlySet<AppErrorCode> = new Set(['unreadable_reply', 'wrong_service']);

type RecordedCall = Pick<AttemptRecord, 'profileId' | 'operation' | 'request' | 'queueMs' | 'triesAllowed' | 'bulk'>;

/** Marks the record of the last attempt and adds the result of reading its response. */
export function recordAttempts(
  record: RecordAttempt,
  call: RecordedCall,
  { attempts, tries }: Sent,
  judgement: Outcome<object>,
): void {
  const content = judgement.ok ? judgement.value : {};
  const json = 'json' in content ? { json: content.json } : {};
  const unread = !judgement.ok && unreadCodes.has(judgement.error.code) ? { unread: judgement.error.code } : {};
  const end = { ...json, ...unread, comparedLater: 'text' in content && !('json' in content) };
  for (const { attempt, at, waitedMs, tryNumber } of attempts) {
    const last = tryNumber === tries;
    record({ ...call, attempt, at, queueMs: call.queueMs + waitedMs, tryNumber, last, ...(last ? end : {}) });
  }
}

import type { Operation } from '#shared/migration-api/operations.ts';
import type { RequestMessage } from '../api-client/http-transport.ts';
import type { Attempt } from '../api-client/send-once.ts';

/** One piece of background work of many calls: "Company directory", "Load all". */
export interface BulkWork {
  readonly label: string;
  /** It sends what must be refused: a refusal is then no failure. */
  readonly refusalsExpected?: true;
}

/** One try of one call as the client hands it over: nothing redacted yet, so it is kept nowhere else. */
export interface AttemptRecord {
  readonly operation: Operation;
  readonly request: RequestMessage;
  readonly attempt: Attempt;
  /** When it was sent, and how long it had waited until then. */
  readonly at: Date;
  readonly queueMs: number;
  /** From 1. */
  readonly tryNumber: number;
  readonly triesAllowed: number;
  /** Nothing follows it: the call ended with this try. */
  readonly last: boolean;
  /** The body as JSON, where the client has read it anyway. */
  readonly json?: unknown;
  /** The background work that it belongs to, by identity; see `ApiClient.inBulk`. */
  readonly bulk: BulkWork | null;
}

/** Takes a record of every try. Must not throw, and must not keep the record itself. */
export type RecordAttempt = (record: AttemptRecord) => void;

import type { BulkLine, Drift, RequestDetail } from '#shared/console-contract/requests-calls.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import type { Redactor } from '../log/redactor.ts';
import type { AttemptRecord } from '../api-client/attempt-record.ts';
import { findDrift } from '#shared/migration-api/find-drift.ts';
import { redactBody } from './redact-body.ts';
import { redactHeaders } from './redact-headers.ts';

const jsonOf = ({ json, attempt }: AttemptRecord): unknown => {
  if (json !== undefined || !attempt.ok) return json;
  const parsed = readJson(attempt.reply.text);
  return parsed.ok ? parsed.json : undefined;
};

/** What was given up on purpose is no failure. */
const isFailed = ({ attempt, bulk }: AttemptRecord): boolean =>
  attempt.ok ? attempt.reply.status >= (bulk?.refusalsExpected ? 500 : 400) : attempt.code !== 'cancelled';

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Its departures from the contract, secrets taken out. */
export function driftOf(record: AttemptRecord, redactor: Redactor): Drift[] {
  const { attempt, operation } = record;
  return attempt.ok ? cleanDrift(findDrift(operation, attempt.reply.status, jsonOf(record)), redactor) : [];
}

export const cleanDrift = (drift: readonly Drift[], redactor: Redactor): Drift[] =>
  drift.map((one) => ({
    ...one,
    path: redactor.text(one.path),
    pattern: redactor.text(one.pattern),
    detail: redactor.text(one.detail),
  }));

/** What one try adds to the line of its background work; null where it belongs to none. */
export const bulkLineOf = (record: AttemptRecord): BulkLine | null =>
  record.bulk && {
    label: record.bulk.label,
    requests: 1,
    retries: record.tryNumber > 1 ? 1 : 0,
    failed: record.last && isFailed(record) ? 1 : 0,
    statuses: [{ status: record.attempt.ok ? record.attempt.reply.status : null, requests: 1 }],
    lastAt: record.at.toISOString(),
  };

/** What is kept of one try: nothing of it has passed without the redactor. */
export function buildEntry(id: number, record: AttemptRecord, redactor: Redactor): RequestDetail {
  const { attempt, request, operation } = record;
  const { origin, host, pathname, search } = new URL(request.url);
  const reply = attempt.ok ? attempt.reply : null;
  const drift = driftOf(record, redactor);
  const replyBody = redactBody(reply?.text, jsonOf(record), redactor);
  return {
    line: {
      id,
      at: record.at.toISOString(),
      method: request.method,
      path: redactor.text(pathname + search),
      host,
      status: reply?.status ?? null,
      problem: attempt.ok ? null : attempt.code,
      tryNumber: record.tryNumber,
      triesAllowed: record.triesAllowed,
      totalMs: round(attempt.timing.totalMs),
      replyBytes: replyBody.bytes,
      drift: reply ? drift.length : null,
      bulk: bulkLineOf(record),
    },
    operation: operation.id,
    origin,
    timing: {
      queueMs: round(record.queueMs),
      connectMs: attempt.timing.connectMs === null ? null : round(attempt.timing.connectMs),
      firstByteMs: attempt.timing.firstByteMs === null ? null : round(attempt.timing.firstByteMs),
      totalMs: round(attempt.timing.totalMs),
    },
    requestHeaders: redactHeaders(Object.entries(request.headers), redactor),
    replyHeaders: redactHeaders(reply?.headers ?? [], redactor),
    requestBody: redactBody(request.body, undefined, redactor),
    replyBody,
    problemDetail: attempt.ok ? null : redactor.text(attempt.detail),
    drift,
  };
}

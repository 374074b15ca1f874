import type {
  BulkLine,
  Drift,
  LoggedBody,
  LoggedHeader,
  RequestDetail,
} from '#shared/console-contract/requests-calls.ts';
import { findDrift } from '#shared/tolerant-reading/find-drift.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import type { AttemptRecord } from '../api-client/attempt-record.ts';
import type { Redactor } from '../log/redactor.ts';
import { isSecretName } from '../log/secret-forms.ts';

/** Describes a credential without revealing it: scheme and, for long keys, the last four characters. */
function noteOf(value: string): string {
  const [scheme = '', secret] = value.split(/\s+/, 2);
  // Hides any other first word, which could be the credential itself.
  if (secret === undefined || !/^(bearer|basic)$/i.test(scheme)) return 'Redacted';
  return secret.length >= 16 ? `${scheme}, ····${secret.slice(-4)}` : scheme;
}

/** Returns headers for the request log. Drops secret values completely and redacts names, which can be secret, too. */
const redactHeaders = (headers: Iterable<readonly [string, string]>, redactor: Redactor): LoggedHeader[] =>
  Array.from(headers, ([name, value]): LoggedHeader => {
    const safeName = redactor.text(name);
    if (!isSecretName(name)) return { kind: 'text', name: safeName, value: redactor.text(value) };
    return {
      kind: 'redacted',
      name: safeName,
      note: name.toLowerCase() === 'authorization' ? noteOf(value) : 'Redacted',
    };
  });

const maxBodyBytes = 256 * 1024;

const namesSecret = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, stored]) => isSecretName(name) || namesSecret(stored));
};

/** A valid body has one token. The limit prevents a body with hundreds from displacing tokens of other responses. */
const secretsPerBody = 4;

function* secretsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > 20) return;
  for (const [name, stored] of Object.entries(value)) {
    if (typeof stored === 'string' && isSecretName(name)) yield stored;
    else yield* secretsIn(stored, depth + 1);
  }
}

function redactText(text: string, json: unknown, redactor: Redactor): string {
  const parsed = json === undefined ? readJson(text) : { ok: true as const, json };
  if (!parsed.ok) return redactor.text(text);
  if (!namesSecret(parsed.json)) return redactor.text(text);
  // Registers the secrets, so that they are redacted everywhere from now on.
  for (const secret of [...secretsIn(parsed.json)].slice(0, secretsPerBody)) redactor.learn(secret);
  return JSON.stringify(redactor.value(parsed.json));
}

function cutAt(text: string, bytes: number): string {
  const keptBytes = Buffer.from(text, 'utf8').subarray(0, bytes);
  return new TextDecoder('utf-8').decode(keptBytes, { stream: true });
}

function redactBody(text: string | undefined, json: unknown, redactor: Redactor): LoggedBody {
  if (text === undefined || text === '') return { bytes: 0, text: null, state: 'none' };
  const bytes = Buffer.byteLength(text);
  // In oversized bodies, only the stored part is redacted, because redacting must stay fast.
  const checkedText = bytes > 4 * maxBodyBytes ? cutAt(text, maxBodyBytes) : text;
  const clean = redactText(checkedText, checkedText === text ? json : undefined, redactor);
  const isWhole = checkedText === text && Buffer.byteLength(clean) <= maxBodyBytes;
  return { bytes, text: isWhole ? clean : cutAt(clean, maxBodyBytes), state: isWhole ? 'whole' : 'cut' };
}

const jsonOf = ({ json, attempt }: AttemptRecord): unknown => {
  if (json !== undefined || !attempt.ok) return json;
  const parsed = readJson(attempt.reply.text);
  return parsed.ok ? parsed.json : undefined;
};

const isFailed = ({ attempt, bulk }: AttemptRecord): boolean =>
  attempt.ok ? attempt.reply.status >= (bulk?.refusalsExpected ? 500 : 400) : attempt.code !== 'cancelled';

const round = (ms: number): number => Math.round(ms * 10) / 10;

export function driftOf(record: AttemptRecord, redactor: Redactor): Drift[] {
  const { attempt, operation, request } = record;
  if (!attempt.ok) return [];
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  return cleanDrift(findDrift(operation, attempt.reply.status, jsonOf(record), page), redactor);
}

export const cleanDrift = (drift: readonly Drift[], redactor: Redactor): Drift[] =>
  drift.map((one) => ({
    ...one,
    path: redactor.text(one.path),
    pattern: redactor.text(one.pattern),
    detail: redactor.text(one.detail),
  }));

export const bulkLineOf = (record: AttemptRecord): BulkLine | null =>
  record.bulk && {
    label: record.bulk.label,
    requests: 1,
    retries: record.tryNumber > 1 ? 1 : 0,
    failed: record.last && isFailed(record) ? 1 : 0,
    statuses: [{ status: record.attempt.ok ? record.attempt.reply.status : null, requests: 1 }],
    lastAt: record.at.toISOString(),
  };

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
      profileId: record.profileId,
      status: reply?.status ?? null,
      problem: attempt.ok ? (record.unread ?? null) : attempt.code,
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

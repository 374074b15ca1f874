import { requestIdHeader, requestIdPattern } from '#shared/request-id.ts';
import { isUnanswered } from '#shared/app-error-codes.ts';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { asRecord, readJson, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { codeOf } from './send-once.ts';
import { readRetryAfter, type Sent } from './send-with-retry.ts';

const maxCharacters = 500;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns an error's message as one line, or null for HTML and empty bodies (specification, "Errors" 2). */
export function readErrorMessage(text: string): string | null {
  const body = text.trim();
  if (body === '' || body.startsWith('<')) return null;
  try {
    const json: unknown = JSON.parse(body);
    if (!isObject(json)) return oneLine(body);
    const nested = isObject(json['error']) ? json['error'] : json;
    return typeof nested['message'] === 'string' ? oneLine(nested['message']) : null;
  } catch {
    return oneLine(body);
  }
}

interface RequestPlace {
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

export type JudgedReply<Value> = (sent: Sent, where: RequestPlace, now: Date) => Outcome<Value>;

export interface Health {
  readonly latencyMs: number;
  readonly serviceVersion: string | null;
}

const requestIdOf = (headers: Headers): string | undefined =>
  requestIdPattern.exec(headers.get(requestIdHeader) ?? '')?.[0];

const requestOf = (sent: Sent, where: RequestPlace) => {
  const requestId = sent.ok ? requestIdOf(sent.reply.headers) : undefined;
  return {
    ...where,
    tries: sent.tries,
    durationMs: Math.round(sent.durationMs),
    ...(sent.ok ? { status: sent.reply.status } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  };
};
const pauseOf = (sent: Sent, now: Date) => {
  const retryAfterMs = sent.ok ? readRetryAfter(sent.reply.headers, now) : null;
  return retryAfterMs === null ? {} : { retryAfterMs };
};

function toFailure(sent: Sent, where: RequestPlace, now: Date): Outcome<never> | null {
  const request = requestOf(sent, where);
  if (!sent.ok) {
    const isLost = where.method === 'POST' && isUnanswered(sent.code);
    return fail(isLost && !sent.beforeSending ? 'reply_lost' : sent.code, now, { detail: sent.detail, request });
  }
  const code = codeOf(sent);
  if (code === null) return null;
  const detail = readErrorMessage(sent.reply.text);
  return fail(code, now, {
    ...(detail === null ? {} : { detail }),
    request: { ...request, ...pauseOf(sent, now) },
  });
}

export const judgeText: JudgedReply<{ readonly text: string }> = (sent, where, now) => {
  const failure = toFailure(sent, where, now);
  if (failure !== null || !sent.ok) return failure ?? fail('internal', now);
  return succeed({ text: sent.reply.text });
};

export const judgeJson: JudgedReply<{ readonly json: unknown; readonly text: string }> = (sent, where, now) => {
  const failure = toFailure(sent, where, now);
  if (failure !== null || !sent.ok) return failure ?? fail('internal', now);
  const body = readJson(sent.reply.text);
  return body.ok
    ? succeed({ json: body.json, text: sent.reply.text })
    : fail('unreadable_reply', now, { detail: body.problem, request: requestOf(sent, where) });
};

/**
 * Judges a health check. The specification defines no body, so any body is accepted except a web page, which comes from
 * another server. A 4xx other than 401, 403 and 429 means that the server doesn't know the path.
 */
export const judgeHealth: JudgedReply<Health> = (sent, where, now) => {
  const failure = toFailure(sent, where, now);
  const isForeign = failure && !failure.ok && ['not_found', 'invalid_request'].includes(failure.error.code);
  if (failure && !isForeign) return failure;
  if (!sent.ok) return fail('internal', now);
  const isPage =
    sent.reply.text.trimStart().startsWith('<') || /text\/html/i.test(sent.reply.headers.get('content-type') ?? '');
  if (isForeign || isPage) {
    const detail = isPage ? 'The response is a web page.' : `${where.path} returned status ${sent.reply.status}.`;
    return fail('wrong_service', now, { detail, request: requestOf(sent, where) });
  }
  const body = readJson(sent.reply.text);
  const version = body.ok ? textOrNull(asRecord(body.json)?.['version']) : null;
  return succeed({ latencyMs: sent.durationMs / sent.tries, serviceVersion: version?.slice(0, 60) ?? null });
};

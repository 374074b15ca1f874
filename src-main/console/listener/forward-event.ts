import { createHmac, randomUUID } from 'node:crypto';
import type { ListenedAttempt } from '#shared/console-contract/listener-calls.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import { testEventType } from '#shared/webhooks-api/event-types.ts';
import type { TestEvent } from '#shared/webhooks-api/events.ts';
import { type HmacSha256, signatureHeaders, webhookHeaders } from '#shared/webhooks-api/signature.ts';
import { readRetryAfter } from '../api-client/send-with-retry.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { TransportError } from '../ports/http-transport.ts';

/** Maximum ms to wait for the receiver, the same as for the service's own deliveries. */
const answerWithinMs = 15_000;

/** Returns the one of these secrets that signed an attempt, or null. */
export const secretOfTry = (
  secrets: readonly string[],
  { id, body }: ForwardedEvent,
  { at, signature }: Pick<ListenedAttempt, 'at' | 'signature'>,
): string | null => {
  const message = { id, timestamp: secondsOf(new Date(at)), body };
  const isSignedWith = (secret: string) =>
    signatureHeaders(hmacSha256, [secret], message)[webhookHeaders.signature] === signature;
  return secrets.find(isSignedWith) ?? null;
};

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

const hmacSha256: HmacSha256 = (key, pieces) => {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64'));
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest('base64');
};

interface ForwardedEvent {
  readonly id: string;
  readonly body: string;
}

async function readBeginning(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const piece of body ?? []) {
      bytes = Buffer.concat([bytes, piece]);
      if (bytes.length > listenerLimits.replyBytes) break;
    }
  } catch {
    // The body couldn't be read. The status alone is enough.
  }
  const keptBytes = bytes.subarray(0, listenerLimits.replyBytes);
  return new TextDecoder('utf-8').decode(keptBytes, { stream: true });
}

/** Sends the event's exact bytes to a receiver on this device, with a new signature. Rejects only if aborted. */
export async function forwardEvent(
  { clock, network, ports: { redactor } }: Pick<BaseTopics, 'clock' | 'network' | 'ports'>,
  to: { readonly address: string; readonly secret: string },
  { id, body }: ForwardedEvent,
  signal: AbortSignal,
) {
  const at = clock.now();
  const startedAt = clock.monotonic();
  const signedHeaders = signatureHeaders(hmacSha256, [to.secret], { id, timestamp: secondsOf(at), body });
  const finishAttempt = (
    rest: Pick<ListenedAttempt, 'status' | 'error' | 'reply'>,
    retryAfterMs: number | null = null,
  ) => ({
    attempt: {
      at: at.toISOString(),
      durationMs: Math.round(clock.monotonic() - startedAt),
      signature: signedHeaders[webhookHeaders.signature] ?? null,
      ...rest,
    },
    /** True if the connection was refused: no byte was sent, and other events fail the same way. */
    isUnreachable: false,
    retryAfterMs,
  });
  const limit = AbortSignal.timeout(answerWithinMs);
  const headers = {
    ...signedHeaders,
    'Content-Type': 'application/json',
    'User-Agent': 'Ferry-Webhooks/1',
    // Closes each connection, because a restarted receiver doesn't know earlier connections.
    Connection: 'close',
  };
  try {
    const reply = await network.postHere(to.address, { headers, body }, AbortSignal.any([signal, limit]));
    const start = redactor.text(await readBeginning(reply.body));
    signal.throwIfAborted();
    const isFine = reply.status >= 200 && reply.status <= 299;
    const isRedirect = reply.status >= 300 && reply.status <= 399;
    const error = isFine ? null : isRedirect ? "The console doesn't follow redirects." : `Response: ${reply.status}.`;
    return finishAttempt({ status: reply.status, error, reply: start }, readRetryAfter(reply.headers, clock.now()));
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) return finishAttempt({ status: null, error: 'No response within 15 s.', reply: '' });
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    const isUnreachable = thrown instanceof TransportError && thrown.beforeSending && thrown.code === 'offline';
    const error = isUnreachable ? 'Nothing is listening at this address.' : redactor.text(words).slice(0, 300);
    return { ...finishAttempt({ status: null, error, reply: '' }), isUnreachable };
  }
}

/** Returns the same test event that the service sends. It isn't in the feed and has no migration. */
export const testEvent = (now: Date) => {
  const timestamp = now.toISOString();
  const data = { object: 'endpoint', id: 'ep_listener', organization_id: 'org_listener' } as const;
  const event: TestEvent = { type: testEventType, timestamp, data };
  return {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type: event.type,
    timestamp,
    previousStatus: null,
    migrationId: null,
    companyId: null,
    status: null,
    body: JSON.stringify(event),
  };
};

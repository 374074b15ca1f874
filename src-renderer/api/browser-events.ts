import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import { type EventLine, pageLoadedAtHeader } from '#shared/console-contract/types.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import { refusalIn } from './browser-session.ts';

export interface FollowOptions {
  /** Second half of the session, sent in a header. The first half is an HttpOnly cookie. */
  readonly secret: string;
  readonly fetch: typeof fetch;
  readonly onLine: (line: EventLine) => void;
  readonly lastId?: number | null;
  readonly onSessionLost: (why: SessionRefusal) => void;
  readonly onReachable: (reachable: boolean) => void;
}

/** Reads a damaged line as a reset: requesting its event again would return the same line. */
const readLine = (line: string, lastId: number | null): EventLine => {
  try {
    return JSON.parse(line) as EventLine;
  } catch {
    return { id: lastId ?? 0, isReset: true };
  }
};

/**
 * Follows the host's event stream until the returned function is called. EventSource can't send the session header, so
 * this code uses fetch and reconnects with `Last-Event-ID`, like EventSource does.
 */
export const followEvents = (options: FollowOptions): (() => void) => {
  const controller = new AbortController();
  const { signal } = controller;
  let lastId = options.lastId ?? null;
  let tries = 1;

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // The host sends empty lines while there are no events.
        if (line === '') continue;
        const eventLine = readLine(line, lastId);
        lastId = eventLine.id;
        options.onLine(eventLine);
      }
    }
  };

  const connect = async (): Promise<'again' | 'stop'> => {
    const reply = await options.fetch('/events', {
      credentials: 'same-origin',
      headers: {
        [pageSecretHeader]: options.secret,
        ...(lastId === null
          ? { [pageLoadedAtHeader]: String(Math.floor(performance.timeOrigin)) }
          : { 'Last-Event-ID': String(lastId) }),
      },
      signal,
    });
    if (reply.status === 401) {
      options.onSessionLost(refusalIn(await reply.json().catch(() => null)));
      return 'stop';
    }
    if (!reply.ok || !reply.body) return 'again';
    options.onReachable(true);
    tries = 1;
    await read(reply.body);
    return 'again';
  };

  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = await connect().catch(() => {
        if (!signal.aborted) options.onReachable(false);
        return 'again' as const;
      });
      if (next === 'stop') return;
      await new Promise((resolve) => {
        setTimeout(resolve, exponentialDelay(retryPolicy.eventStream, tries));
      });
      tries += 1;
    }
  };
  void follow();
  return () => controller.abort();
};

import type { SessionRefusal } from '#shared/console-contract/session-refusals.ts';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import { growingPause, retryPolicy } from '#shared/retry-policy.ts';
import { refusalIn } from './browser-session.ts';

export interface FollowOptions {
  /** Second half of the session, sent in a header. The first half is an HttpOnly cookie. */
  readonly secret: string;
  readonly fetch: typeof fetch;
  readonly onEvent: (event: ConsoleEvent, id: string | null) => void;
  readonly onId?: (id: string) => void;
  readonly lastId?: string;
  /** Called when events were lost, so that all data on the page may be outdated. */
  readonly onReset: () => void;
  readonly onSessionLost: (why: SessionRefusal) => void;
  readonly onReachable: (reachable: boolean) => void;
}

const isEvent = (value: unknown): value is ConsoleEvent =>
  typeof value === 'object' && value !== null && 'name' in value && 'data' in value;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Follows the host's event stream until the returned function is called. EventSource can't send the session header, so
 * this code uses fetch and reconnects with `Last-Event-ID`, like EventSource does.
 */
export const followEvents = (options: FollowOptions): (() => void) => {
  const controller = new AbortController();
  const { signal } = controller;
  let lastId: string | null = options.lastId ?? null;
  let tries = 1;

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const messagesOf = createStreamReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const message of messagesOf(decoder.decode(value, { stream: true }))) {
        if (message.id !== null) {
          lastId = message.id;
          options.onId?.(lastId);
        }
        if (message.event === 'reset') options.onReset();
        if (message.event !== 'console-event') continue;
        const event = parse(message.data);
        if (isEvent(event)) options.onEvent(event, message.id);
      }
    }
  };

  const connect = async (): Promise<'again' | 'stop'> => {
    const reply = await options.fetch('/events', {
      credentials: 'same-origin',
      headers: { [pageSecretHeader]: options.secret, ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) },
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
        setTimeout(resolve, growingPause(retryPolicy.eventStream, tries));
      });
      tries += 1;
    }
  };
  void follow();
  return () => controller.abort();
};

interface StreamMessage {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))];
};

const messageOf = (lines: readonly string[]): StreamMessage | null => {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of lines) {
    const [field, value] = fieldOf(line);
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return id === null && data.length === 0 && event === 'message' ? null : { id, event, data: data.join('\n') };
};

/** Parses a text/event-stream in chunks. Each call returns the messages completed by its chunk. */
export const createStreamReader = (): ((piece: string) => StreamMessage[]) => {
  let rest = '';
  let lines: string[] = [];
  return (piece) => {
    const messages: StreamMessage[] = [];
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = part.endsWith('\r') ? part.slice(0, -1) : part;
      if (line !== '') {
        lines.push(line);
        continue;
      }
      const message = messageOf(lines);
      if (message) messages.push(message);
      lines = [];
    }
    return messages;
  };
};

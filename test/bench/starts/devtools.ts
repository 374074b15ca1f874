interface DevtoolsEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

export interface Devtools {
  readonly send: (method: string, params?: object, sessionId?: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly listen: (listener: (event: DevtoolsEvent) => void) => void;
  readonly close: () => void;
}

type Answer = { readonly id: number; readonly result?: Record<string, unknown>; readonly error?: { message: string } };

/**
 * Connects to a browser's DevTools. Playwright can't be used: it hands a page over only after its own load states, but
 * the script must be in the page before the page's first line runs.
 */
export async function connectDevtools(url: string): Promise<Devtools> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (e: Error) => void }>();
  const listeners = new Set<(event: DevtoolsEvent) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Answer | DevtoolsEvent;
    if ('method' in message) {
      for (const listener of listeners) listener(message);
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) waiter?.reject(new Error(message.error.message));
    else waiter?.resolve(message.result ?? {});
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No DevTools at ${url}.`)), { once: true });
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'));
    waiting.clear();
  });
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      }),
    listen: (listener) => void listeners.add(listener),
    close: () => socket.close(),
  };
}

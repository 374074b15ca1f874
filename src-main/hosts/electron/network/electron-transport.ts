import type { Session } from 'electron';
import type { HttpTransport } from '../../../console/api-client/http-transport.ts';
import { readNetworkFailure } from './network-failure.ts';
import type { TakeSession } from '../guards/single-use-sessions.ts';

/** The pieces of a body; `done` once the last one is out, or nobody wants more. */
async function* untilDone(body: AsyncIterable<Uint8Array>, done: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    done();
  }
}

/**
 * HTTP by Chromium's network stack, so that the system's proxy, PAC file and certificates apply. The sessions are in
 * memory and keep no cookie: `net.fetch` of the default session would send what it has.
 * @param takeSession lends the session of a POST, which must not be sent twice
 * @param onCall hears of the origin before each call
 */
export const createElectronTransport =
  (shared: Session, takeSession: TakeSession, onCall: (origin: string) => void): HttpTransport =>
  async ({ method, url, headers, body, signal }) => {
    onCall(new URL(url).origin);
    const { session, done } = method === 'GET' ? { session: shared, done: (): void => undefined } : await takeSession();
    try {
      const reply = await session.fetch(url, {
        method,
        headers: { ...headers },
        signal,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
      });
      const pieces = reply.body as AsyncIterable<Uint8Array> | null;
      if (!pieces) done();
      return { status: reply.status, headers: reply.headers, body: pieces && untilDone(pieces, done) };
    } catch (error) {
      done();
      if (signal.aborted) throw error;
      throw readNetworkFailure(error);
    }
  };

import type { Session } from 'electron';
import type { HttpTransport } from '../../console/api-client/http-transport.ts';
import { readNetworkFailure } from './network-failure.ts';

/**
 * HTTP by Chromium's network stack, so that the system's proxy, PAC file and certificates apply. The session is in
 * memory and keeps no cookie: `net.fetch` of the default session would send what it has.
 */
export const createElectronTransport =
  (session: Session): HttpTransport =>
  async ({ method, url, headers, body, signal }) => {
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
      return { status: reply.status, headers: reply.headers, body: reply.body as AsyncIterable<Uint8Array> | null };
    } catch (error) {
      if (signal.aborted) throw error;
      throw readNetworkFailure(error);
    }
  };

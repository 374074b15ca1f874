import type { Session } from 'electron';
import {
  type HttpTransport,
  TransportError,
  type TransportErrorCode,
} from '../../console/api-client/http-transport.ts';

const codeOf = (message: string): TransportErrorCode => {
  if (/ERR_(CERT|SSL)_|ERR_BAD_SSL/.test(message)) return 'certificate';
  return /redirect/i.test(message) ? 'redirected' : 'offline';
};

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
      const message = error instanceof Error ? error.message : String(error);
      throw new TransportError(codeOf(message), message);
    }
  };

import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from './origins.ts';

/** Where clients reach the service, and what that means for cookies and frames. */
export interface BaseUrl {
  /** Without a slash at the end. The `Host` that the client used, unless a public address was given at the start. */
  of(headers: IncomingHttpHeaders): string;
  readonly isHttps: boolean;
  /** Bound to loopback, and no other address was given at the start. */
  readonly isLoopback: boolean;
}

/**
 * @param publicUrl address in front of a proxy; without it the service speaks http at the host that a client names
 * @param isLoopback whether the service is bound to loopback only
 */
export const createBaseUrl = (publicUrl: string | undefined, isLoopback: boolean): BaseUrl => {
  const fixed = publicUrl?.replace(/\/+$/, '');
  return {
    of: (headers) => fixed ?? `http://${headers.host ?? '127.0.0.1'}`,
    isHttps: fixed?.startsWith('https:') ?? false,
    isLoopback: isLoopback && (fixed === undefined || isLoopbackHost(new URL(fixed).hostname)),
  };
};

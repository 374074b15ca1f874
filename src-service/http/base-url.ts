import type { IncomingHttpHeaders } from 'node:http';
import { canonicalAddress, isLoopbackHost } from './origins.ts';

/** Where clients reach the service, and what that means for cookies and frames. */
export interface BaseUrl {
  /** Without a slash at the end. The `Host` that the client used, unless a public address was given at the start. */
  of(headers: IncomingHttpHeaders): string;
  readonly isHttps: boolean;
  /** The address that was given at the start. */
  readonly fixed: URL | undefined;
  /** Bound to loopback, and no other address was given at the start. */
  readonly isLoopback: boolean;
}

/**
 * @param publicUrl address in front of a proxy; without it the service speaks http at the host that a client names
 * @param isLoopback whether the service is bound to loopback only
 */
export const createBaseUrl = (publicUrl: string | undefined, isLoopback: boolean): BaseUrl => {
  const fixed = publicUrl === undefined ? undefined : canonicalAddress(publicUrl);
  if (publicUrl !== undefined && fixed === undefined) throw new TypeError('The public address is not valid.');
  return {
    of: (headers) => fixed ?? `http://${headers.host ?? '127.0.0.1'}`,
    fixed: fixed === undefined ? undefined : new URL(fixed),
    isHttps: fixed?.startsWith('https:') ?? false,
    isLoopback: isLoopback && (fixed === undefined || isLoopbackHost(new URL(fixed).hostname)),
  };
};

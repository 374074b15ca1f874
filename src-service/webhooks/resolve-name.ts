import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isLocalName } from './address-guard.ts';

/** Deadline per name server. Each name server is tried once. */
const answerTimeoutMs = 4_000;

/** Rejects with ENOTFOUND if the name has no address, and otherwise with EAI_AGAIN. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

const isNoRecord = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOTFOUND' || code === 'ENODATA';

/**
 * Queries the DNS servers directly, because `dns.lookup` can't be aborted and uses the four threads that the whole
 * process shares. Four names with unresponsive servers would block all others. Ignores /etc/hosts.
 * @param servers addresses with ports; by default, the system's
 */
export const createResolve =
  (servers?: readonly string[]): Resolve =>
  async (hostname, signal) => {
    // Loopback names aren't in DNS (RFC 6761), and the system resolves them immediately.
    if (isLocalName(hostname.replace(/\.$/, ''))) return lookup(hostname, { all: true });
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: answerTimeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = [
        ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
        ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (addresses.length > 0) return addresses;
      const hasNone = [v4, v6].every((request) => request.status === 'fulfilled' || isNoRecord(request.reason));
      throw Object.assign(new Error('no address'), { code: hasNone ? 'ENOTFOUND' : 'EAI_AGAIN' });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

import { lookup } from 'node:dns/promises';

/** Every IP address of a host name, as the system resolves it for Node's own calls; IPv4 first, which reaches most. */
export async function resolveHost(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: false });
  return found.map(({ address }) => address);
}

import { lookup } from 'node:dns/promises';

/** Returns every IP address of a host name from the system's resolver. IPv4 first, because it reaches more hosts. */
export async function resolveHost(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: false });
  return found.map(({ address }) => address);
}

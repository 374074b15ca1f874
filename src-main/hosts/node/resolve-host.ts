import { lookup } from 'node:dns/promises';

/** Returns every IP address of a host name from the system's resolver. IPv4 first, because it reaches more hosts. */
export async function resolveHost(name: string): Promise<readonly string[]> {
  const addresses = await lookup(name, { all: true, verbatim: false });
  return addresses.map(({ address }) => address);
}

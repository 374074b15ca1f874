import { brand } from '#shared/brand.ts';

const longest = 2_000;

/**
 * The address as it may be given to the system's browser, written anew, or null: https, a host of the list, no user
 * name, no other port.
 * @see https://www.electronjs.org/docs/latest/tutorial/security 15: no `openExternal` with untrusted content
 */
export function readExternalLink(address: unknown, hosts: readonly string[] = brand.linkHosts): string | null {
  if (typeof address !== 'string' || address.length > longest) return null;
  // The parser drops tabs and line breaks and trims: what a person reads would differ from what opens.
  if (!/^https:\/\/[a-z0-9.-]+(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i.test(address)) return null;
  try {
    const url = new URL(address);
    const plain = url.username === '' && url.password === '' && url.port === '' && !url.href.includes('@');
    return url.protocol === 'https:' && plain && hosts.includes(url.hostname) ? url.href : null;
  } catch {
    return null;
  }
}

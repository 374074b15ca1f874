const longest = 2_000;

/**
 * The address as it may be given to the system's browser, written anew, or null: https, no user name, and one of the
 * list to the last character. A list of hosts would let a page pass on what it knows in a path or a query.
 * @param allowed addresses as `URL` writes them
 * @see https://www.electronjs.org/docs/latest/tutorial/security 15: no `openExternal` with untrusted content
 */
export function readExternalLink(address: unknown, allowed: readonly string[]): string | null {
  if (typeof address !== 'string' || address.length > longest) return null;
  // The parser drops tabs and line breaks and trims: what a person reads would differ from what opens.
  if (!/^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i.test(address)) return null;
  try {
    const { protocol, username, password, href } = new URL(address);
    const plain = username === '' && password === '' && !href.includes('@');
    return protocol === 'https:' && plain && allowed.includes(href) ? href : null;
  } catch {
    return null;
  }
}

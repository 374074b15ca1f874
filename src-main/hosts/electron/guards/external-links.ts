const maxCharacters = 2_000;

/**
 * Returns the normalized URL if the system's browser may open it, else null. The URL must use https, have no user name,
 * and match a list entry exactly. If the list contained only hosts, a page could leak data in a path or query.
 * @param allowed URLs as `URL` serializes them
 * @see https://www.electronjs.org/docs/latest/tutorial/security 15: no `openExternal` with untrusted content
 */
export function readExternalLink(address: unknown, allowed: readonly string[]): string | null {
  if (typeof address !== 'string' || address.length > maxCharacters) return null;
  // Rejects tabs and line breaks: the parser drops them, so the visible URL would differ from the opened URL.
  if (!/^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i.test(address)) return null;
  try {
    const { protocol, username, password, href } = new URL(address);
    const hasNoCredentials = username === '' && password === '' && !href.includes('@');
    return protocol === 'https:' && hasNoCredentials && allowed.includes(href) ? href : null;
  } catch {
    return null;
  }
}

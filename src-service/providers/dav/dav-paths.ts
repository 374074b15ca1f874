const originOf = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i;

/** Characters that a URL parser removes (tabs, line breaks) or doesn't treat as part of a path segment. */
const pathBreakers = /[?#\\\t\n\r]/g;

const encodeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/**
 * Returns an href's path without the host. Keeps `?` and `#` as parts of a name: some servers (Cyrus) don't escape
 * them.
 * @param folder path of the request, for relative hrefs
 */
export const pathOf = (href: string, folder: string): string => {
  const path = href.replace(originOf, '').replaceAll(pathBreakers, encodeCharacter);
  const absolutePath = path.startsWith('/') ? path : `${folder.slice(0, folder.lastIndexOf('/') + 1)}${path}`;
  return new URL(`http://localhost${absolutePath}`).pathname;
};

export const lastPartOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the parent path, with a trailing slash: `/cal/a.ics` and `/cal/` give `/cal/` and `/`. */
export const folderOf = (path: string): string => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);

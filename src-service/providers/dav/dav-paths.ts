const originOf = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i;

/** What a URL parser would not read as a part of the path. A tab or a line break would be left out. */
const notInPaths = /[?#\\\t\n\r]/g;

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/**
 * Returns the path that a server names by an href. It is a path on that server, whatever host the href has, and `?` and `#`
 * are characters of a name: some servers (Cyrus) don't escape them.
 *
 * @param folder path of the request, for hrefs that are relative
 */
export const pathOf = (href: string, folder: string): string => {
  const path = href.replace(originOf, '').replaceAll(notInPaths, encoded);
  const absolute = path.startsWith('/') ? path : `${folder.slice(0, folder.lastIndexOf('/') + 1)}${path}`;
  return new URL(`http://localhost${absolute}`).pathname;
};

/** An item by its own name: a server may write what comes before it in another way. */
export const lastPartOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderOf = (path: string): string => path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);

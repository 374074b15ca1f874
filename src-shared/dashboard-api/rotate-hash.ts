const head = '#/rotate/';

/** Returns the URL fragment that opens the rotation of the key with these last four characters. */
export const rotateHash = (lastFour: string): string => `${head}${encodeURIComponent(lastFour)}`;

/** Returns the key's last four characters; undefined for any other URL. */
export const readRotateHash = (hash: string): string | undefined => {
  if (!hash.startsWith(head)) return undefined;
  try {
    return decodeURIComponent(hash.slice(head.length));
  } catch {
    return undefined;
  }
};

const head = '#/rotate/';

export const rotateHash = (lastFour: string): string => `${head}${encodeURIComponent(lastFour)}`;

/** What such an address names; undefined for every other. */
export const readRotateHash = (hash: string): string | undefined => {
  if (!hash.startsWith(head)) return undefined;
  try {
    return decodeURIComponent(hash.slice(head.length));
  } catch {
    return undefined;
  }
};

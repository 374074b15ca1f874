/** Header of the address of the dashboard's page that makes the next key after another one. */
const head = '#/rotate/';

/** Leads, behind the address of a dashboard, to the next key after the one that ends so. */
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

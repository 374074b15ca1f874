import { rotateHash } from '#shared/dashboard-api/rotate-hash.ts';

const maxLength = 1_500;

interface Dashboard {
  readonly url: string;
  readonly rotateUrl: string | null;
}

/**
 * Returns the service's dashboard URL if it is on the service's origin; another origin could collect passwords.
 * @param lastFour last four characters of the profile's key
 */
export const readDashboard = (
  named: string | undefined,
  baseURL: string,
  lastFour: string | undefined,
): Dashboard | null => {
  if (named === undefined || named.length > maxLength || !URL.canParse(named)) return null;
  const { origin, username, password, search, hash, href } = new URL(named);
  const isPlain = [username, password, search, hash].every((part) => part === '') && !href.includes('@');
  if (!isPlain || origin !== new URL(baseURL).origin) return null;
  return { url: href, rotateUrl: lastFour === undefined ? null : new URL(rotateHash(lastFour), href).href };
};

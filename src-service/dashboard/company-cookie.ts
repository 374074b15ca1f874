import { cookiePathOf } from './paths.ts';

const name = 'ferry.company';
const secondsOfSignIn = 600;

/** Over https a name that no page without it can set. */
const nameAt = (baseUrl: string): string => `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${name}`;

/**
 * Cookie of the browser that started a company sign-in. Without a value, it deletes the cookie. It identifies no user.
 */
export const companyCookie = (value: string, baseUrl: string): string => {
  const isHttps = baseUrl.startsWith('https:');
  const parts = [`${nameAt(baseUrl)}=${value}`, `Path=${cookiePathOf(baseUrl)}`];
  const age = `Max-Age=${value === '' ? 0 : secondsOfSignIn}`;
  return [...parts, age, 'HttpOnly', 'SameSite=Strict', ...(isHttps ? ['Secure'] : [])].join('; ');
};

export const companyCookieIn = (cookies: string | undefined, baseUrl: string): string | undefined => {
  const start = `${nameAt(baseUrl)}=`;
  const found = cookies?.split(/; ?/).find((cookie) => cookie.startsWith(start));
  return found === undefined ? undefined : /^[\w-]+/.exec(found.slice(start.length))?.[0];
};

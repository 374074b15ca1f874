import { cookiePathOf } from './paths.ts';

const name = 'ferry.company';
const secondsOfSignIn = 600;

/** With https, the `__Secure-` prefix: browsers accept such a cookie only from an https page. */
const nameAt = (baseUrl: string): string => `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${name}`;

/** Cookie for the browser that started a company sign-in. An empty value deletes it. It doesn't identify a user. */
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

import { operations } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { check, conclude, modalRefusalCheck, type Proof } from './proof.ts';

interface ReadCookie {
  readonly name: string;
  readonly value: string;
  /** Attributes by lower-case name. An attribute without a value has an empty string. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Parses one Set-Cookie header (RFC 6265, 5.2). Null if the cookie has no name. */
const readSetCookie = (header: string): ReadCookie | null => {
  const [pair = '', ...rest] = header.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  if (name === '') return null;
  const attributes = rest.map((part): [string, string] => {
    const [key = '', ...value] = part.split('=');
    return [key.trim().toLowerCase(), value.join('=').trim()];
  });
  return { name, value: pair.slice(at + 1).trim(), attributes: new Map(attributes) };
};

const expected = 'A safe cookie that grants nothing on its own';

const attributeChecks = ({ attributes }: ReadCookie, isHttps: boolean) => {
  const textOf = (name: string): string => {
    const value = attributes.get(name);
    return value === undefined ? 'missing' : value || 'set';
  };
  const maxAge = Number(attributes.get('max-age') ?? Number.NaN);
  const sameSite = attributes.get('samesite')?.toLowerCase();
  const isLeaky = sameSite === 'none' && !attributes.has('secure');
  return [
    check('HttpOnly', 'set', textOf('httponly'), attributes.has('httponly') ? 'pass' : 'fail'),
    ...(isHttps ? [check('Secure', 'set', textOf('secure'), attributes.has('secure') ? 'pass' : 'fail')] : []),
    check(
      'SameSite',
      isHttps ? 'set' : 'Lax or Strict',
      textOf('samesite'),
      isLeaky ? 'fail' : sameSite ? 'pass' : 'unknown',
    ),
    check('Path', '/', textOf('path'), attributes.get('path') === '/' ? 'pass' : 'unknown'),
    check(
      'Lifetime',
      `${tokenLifetimes.accessToken} s at most`,
      Number.isNaN(maxAge) ? 'until the browser closes' : `${maxAge} s`,
      maxAge > tokenLifetimes.accessToken ? 'fail' : 'pass',
    ),
  ];
};

/** Inspects an exchange's cookie, then sends it alone (specification, "POST /api/v1/access-token"). */
export const cookie: Proof = async (lab) => {
  const { token, reply } = await lab.accessToken();
  const parsedCookie = reply.headers
    .getSetCookie()
    .map(readSetCookie)
    .find((one) => one !== null);
  if (!parsedCookie) {
    return {
      verdict: 'fail',
      title: 'The exchange set no cookie',
      text: 'The specification requires the exchange to set a cookie.',
      expected,
      received: 'No Set-Cookie header',
      wrong: [reply.no],
    };
  }
  const headers = { Cookie: `${parsedCookie.name}=${parsedCookie.value}` };
  const request = { operation: operations.resumeModal, authorization: null, headers };
  const cookieReply = await lab.send('The cookie alone', request);
  const cookieCheck = modalRefusalCheck('Cookie alone', cookieReply);
  const checks = [
    ...attributeChecks(parsedCookie, lab.access.baseURL.startsWith('https:')),
    check(
      'Cookie value',
      'not the access token',
      parsedCookie.value === token ? 'the access token' : 'something else',
      parsedCookie.value === token ? 'fail' : 'pass',
    ),
    cookieCheck,
  ];
  const isAccepted = cookieCheck.verdict === 'fail';
  const receivedOf = (verdict: 'fail' | 'unknown') =>
    checks.filter((one) => one.verdict === verdict).map((one) => `${one.name}: ${one.received}`);
  return conclude(expected, checks, {
    pass: {
      title: 'The cookie is safe and grants nothing',
      text: "Scripts can't read the cookie, it expires within an hour, and no endpoint accepts it without the access token.",
    },
    fail: {
      title: isAccepted ? 'The cookie alone opens the modal' : "The cookie isn't safe",
      text: 'Browsers send cookies with requests from other sites, and scripts can read them if HttpOnly is missing.',
      received: receivedOf('fail').join('; '),
      wrong: [isAccepted ? cookieReply.no : reply.no],
    },
    unknown: { title: 'The cookie check is incomplete', received: receivedOf('unknown')[0] ?? '' },
  });
};

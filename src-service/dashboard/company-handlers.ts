import { z } from 'zod';
import { Refusal, refuse, refuseSignIn } from '../http/refusal.ts';
import type { CompanyUser, CompanyEntry } from '../store/people/company.ts';
import { hashSecretText, randomSecret } from '../store/secrets.ts';
import {
  type DashboardHandlers,
  type DashboardParts,
  type DashboardRequest,
  WithCookies,
} from './dashboard-request.ts';
import { cookiePathOf, dashboardPath } from './paths.ts';
import { checkCode } from './second-factor-handlers.ts';

const cookieName = 'ferry.company';
const secondsOfSignIn = 600;

/** The `__Secure-` prefix is used with https only, because browsers reject such a cookie from an http page. */
const nameAt = (baseUrl: string): string => `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${cookieName}`;

/** Cookie for the browser that started a company sign-in. Doesn't identify a user. An empty value deletes it. */
export const companyCookie = (value: string, baseUrl: string): string => {
  const isHttps = baseUrl.startsWith('https:');
  const parts = [`${nameAt(baseUrl)}=${value}`, `Path=${cookiePathOf(baseUrl)}`];
  const age = `Max-Age=${value === '' ? 0 : secondsOfSignIn}`;
  return [...parts, age, 'HttpOnly', 'SameSite=Strict', ...(isHttps ? ['Secure'] : [])].join('; ');
};

export const companyCookieIn = (cookies: string | undefined, baseUrl: string): string | undefined => {
  const start = `${nameAt(baseUrl)}=`;
  const cookiePart = cookies?.split(/; ?/).find((cookie) => cookie.startsWith(start));
  return cookiePart === undefined ? undefined : /^[\w-]+/.exec(cookiePart.slice(start.length))?.[0];
};

const noCompanySignIn = (): never => refuse(404, 'This service has no company sign-in.');
const refuseCompanyUnavailable = (): never =>
  refuse(503, "Your company's sign-in isn't responding. Try again, or use your password.");
const notStarted = (): never => refuseSignIn('This sign-in expired or started in another window. Start again.');
const companySignInFailed = (): never => refuseSignIn("Your company didn't sign you in. Start again.");

const refusals = {
  unverified: () =>
    refuse(
      403,
      "Your company hasn't verified your email address. Ask your company's administrator to verify the address.",
    ),
  'not invited': () => refuse(403, 'Your email address has no invitation. Ask an owner to invite you.'),
  'other account': () =>
    refuse(
      403,
      'Your email address belongs to another company account. Ask an owner to remove the member with this email address.',
    ),
} as const satisfies Record<Exclude<CompanyEntry, object>, () => never>;

const keptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), browser: z.string() });

type Caller = Pick<DashboardRequest<'finishCompanySignIn'>, 'request' | 'network' | 'baseUrl' | 'author' | 'now'>;

/** Company sign-in (OpenID Connect). A cookie ties every step to the browser that started the sign-in. */
export const companyHandlers = (parts: DashboardParts) => {
  const { signIn, attempts, company } = parts;
  const { people } = parts.store;
  const { challenges, secondFactors } = people;
  const redirectUri = (baseUrl: string): string => `${baseUrl}${dashboardPath}/`;
  const enter = async (who: CompanyUser, { request, network, baseUrl, author }: Caller) => {
    const entry = await people.company.enter(who, author);
    if (typeof entry === 'string') return refusals[entry]();
    await attempts.session(entry.person, network);
    const cookies = await signIn.createVerifiedSession(entry.person, 'company', request);
    if (cookies === undefined) return companySignInFailed();
    return new WithCookies({ needsCode: false, invitedTo: [...entry.invitedTo] }, [
      ...cookies,
      companyCookie('', baseUrl),
    ]);
  };
  const askForCode = (browser: string, person: string, detail: string, now: number): Promise<void> =>
    challenges.add({ kind: 'company code', hash: hashSecretText(browser), person, detail }, now);
  return {
    waysIn: async () => ({ company: company !== undefined }),
    beginCompanySignIn: async ({ network, baseUrl, now }) => {
      if (company === undefined) return noCompanySignIn();
      await attempts.start(network);
      const startResult = await company.start(redirectUri(baseUrl));
      if (startResult === undefined) return refuseCompanyUnavailable();
      const { url, ...secrets } = startResult;
      const browser = randomSecret();
      const detail = JSON.stringify({ ...secrets, browser: hashSecretText(browser) });
      await challenges.add({ kind: 'company sign-in', hash: hashSecretText(secrets.state), person: null, detail }, now);
      return new WithCookies({ url }, [companyCookie(browser, baseUrl)]);
    },
    finishCompanySignIn: async ({ body: { answer }, ...caller }) => {
      if (company === undefined) return noCompanySignIn();
      const { request, network, baseUrl, now } = caller;
      const attempt = await attempts.signIn(network);
      const callbackParameters = new URLSearchParams(answer);
      const browser = companyCookieIn(request.cookie, baseUrl);
      const question = await challenges.take(
        'company sign-in',
        hashSecretText(callbackParameters.get('state') ?? ''),
        now,
      );
      if (question === undefined || browser === undefined) return notStarted();
      const storedSignIn = keptSchema.parse(JSON.parse(question.detail));
      if (storedSignIn.browser !== hashSecretText(browser)) return notStarted();
      const who = await company.finish(callbackParameters, storedSignIn, redirectUri(baseUrl));
      if (who === undefined) return companySignInFailed();
      await attempt.giveBack();
      const knownPerson = await people.company.find(who);
      const factor = knownPerson === undefined ? undefined : await secondFactors.of(knownPerson);
      if (!factor?.confirmed) return enter(who, caller);
      await askForCode(browser, factor.person, JSON.stringify(who), now);
      return { needsCode: true, invitedTo: [] };
    },
    finishCompanyCode: async ({ body: { code }, ...caller }) => {
      const { request, baseUrl, now } = caller;
      const browser = companyCookieIn(request.cookie, baseUrl);
      const question = browser && (await challenges.take('company code', hashSecretText(browser), now));
      if (!browser || !question) return notStarted();
      const person = question.person ?? '';
      const factor = await secondFactors.of(person);
      if (factor?.confirmed) {
        await checkCode(parts, factor, code, caller).catch(async (error: unknown) => {
          if (error instanceof Refusal) await askForCode(browser, person, question.detail, now);
          throw error;
        });
      }
      return enter(JSON.parse(question.detail) as CompanyUser, caller);
    },
  } satisfies Partial<DashboardHandlers>;
};

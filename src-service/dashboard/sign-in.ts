import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { passwordLength } from '#shared/dashboard-api/limits.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PeopleStore } from '../store/people/create-people-store.ts';
import { hashSecret } from '../store/secrets.ts';
import { cookiePathOf, dashboardPath } from './paths.ts';
import { type SignInCaller, signInNames, signInRows } from './sign-in-rows.ts';

/** Seconds after which a session expires: without use, and in total. */
const sessionSeconds = { idle: 30 * 60, maxAge: 12 * 3_600 } as const;
/** Minimum time between two updates of a session's last use. */
const sessionUpdateSeconds = 60;
const addressHeader = 'x-ferry-client';
/** Session cookies that are read per request. A browser with cookies of several paths sends more than one. */
const maxTokens = 4;

export interface SignedIn {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly signedInAt: number;
  readonly cookies: readonly string[];
}

export interface SignInRequest {
  readonly cookie: string | undefined;
  /** The page's half of the session secret. The other half is in the cookie. */
  readonly pageSecret: string | undefined;
  readonly userAgent: string | undefined;
  readonly from: string;
}

type SignInMethod = 'password' | 'password and code' | 'passkey' | 'company';

/** For tests, because the library's scrypt takes 60 ms of processor time per password. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

const headersOf = ({ cookie, userAgent, from }: SignInRequest): Headers => {
  const headers = new Headers({ [addressHeader]: from });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
};

/** Creates sessions for users that the service itself verified. No route exposes this endpoint. */
const sessionPlugin = {
  id: 'begin-as',
  endpoints: {
    createSessionFor: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ person: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.person);
        if (user === null) return context.json({ isKnown: false });
        await setSessionCookie(context, { session: await internalAdapter.createSession(user.id), user });
        return context.json({ isKnown: true });
      },
    ),
  },
} as const;

const isSame = (one: string, other: string): boolean => timingSafeEqual(hashSecret(one), hashSecret(other));

/** `baseUrl` is the dashboard's URL; https makes cookies Secure. Without `passwordHasher`, better-auth uses scrypt. */
export const createSignIn = async (people: PeopleStore, baseUrl: string, passwordHasher?: PasswordHasher) => {
  const caller = new AsyncLocalStorage<SignInCaller>();
  const secret = await people.secret();
  const pageSecretFor = (token: string): string =>
    createHmac('sha256', secret).update(`page ${token}`).digest('base64url');
  const auth = betterAuth({
    baseURL: baseUrl,
    basePath: `${dashboardPath}/auth`,
    secret,
    database: signInRows(people.signIn, () => caller.getStore()),
    user: signInNames.user,
    account: signInNames.account,
    session: { ...signInNames.session, expiresIn: sessionSeconds.idle, updateAge: sessionUpdateSeconds },
    emailAndPassword: {
      enabled: true,
      // Only invitations create users.
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(passwordHasher && { password: passwordHasher }),
    },
    plugins: [sessionPlugin],
    advanced: {
      cookiePrefix: 'ferry',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'strict', path: cookiePathOf(baseUrl), httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => randomUUID() },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  const end = async (request: SignInRequest): Promise<readonly string[]> => {
    const reply = await caller.run({ from: request.from }, () =>
      auth.api.signOut({ headers: headersOf(request), asResponse: true }),
    );
    return reply.headers.getSetCookie();
  };
  const replaceSession = async (request: SignInRequest, headers: Headers): Promise<readonly string[]> => {
    if (request.cookie !== undefined) await end(request);
    return headers.getSetCookie();
  };
  const hashOf = async (person: string): Promise<string | undefined> => {
    const accounts = await (await auth.$context).internalAdapter.findAccounts(person);
    return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined;
  };
  return {
    /** Returns the cookies of a new session. Undefined if the email or the password is wrong. */
    createSession: async (email: string, password: string, request: SignInRequest) => {
      const headers = headersOf({ ...request, cookie: undefined });
      const reply = await caller.run({ way: 'password' }, () =>
        auth.api.signInEmail({ body: { email, password }, headers, asResponse: true }),
      );
      if (reply.status >= 500) throw new Error('Signing in failed.');
      return reply.ok ? replaceSession(request, reply.headers) : undefined;
    },
    /** Starts a session for a user who was verified by another method. Undefined for an unknown ID. */
    createVerifiedSession: async (person: string, by: SignInMethod, request: SignInRequest) => {
      const sentHeaders = headersOf({ ...request, cookie: undefined });
      const { response, headers } = await caller.run({ way: by }, () =>
        auth.api.createSessionFor({ body: { person }, headers: sentHeaders, returnHeaders: true }),
      );
      return response.isKnown ? replaceSession(request, headers) : undefined;
    },
    pageSecretOf: (cookies: readonly string[]) => {
      const token = cookies.map((cookie) => /session_token=([^.;]+)\./.exec(cookie)?.[1]).find(Boolean);
      return token && pageSecretFor(token);
    },
    /** Returns the token of a session that this service created, even if it has ended. Doesn't query the store. */
    issuedToken: ({ cookie = '', pageSecret }: SignInRequest) =>
      pageSecret &&
      Array.from(cookie.matchAll(/session_token=([^.;]+)\./g), ([, token = '']) => token)
        .slice(0, maxTokens)
        .find((token) => isSame(pageSecret, pageSecretFor(token))),
    /** Identifies the user by both halves of the session secret. Ends a session that is too old. */
    findSignedIn: async (request: SignInRequest) => {
      if (request.cookie === undefined || request.pageSecret === undefined) return undefined;
      const { response, headers } = await auth.api.getSession({ headers: headersOf(request), returnHeaders: true });
      if (response === null) return undefined;
      const { user, session } = response;
      if (!isSame(request.pageSecret, pageSecretFor(session.token))) return undefined;
      if (Date.now() - session.createdAt.getTime() > sessionSeconds.maxAge * 1_000) {
        await end(request);
        return undefined;
      }
      const { id, name, email } = user;
      const signedInAt = session.createdAt.getTime();
      return { id, name, email, sessionId: session.id, signedInAt, cookies: headers.getSetCookie() };
    },
    end,
    changePassword: async (current: string, next: string, request: SignInRequest) => {
      const reply = await auth.api.changePassword({
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        headers: headersOf(request),
        asResponse: true,
      });
      if (reply.status >= 500) throw new Error('Changing the password failed.');
      return reply.ok ? reply.headers.getSetCookie() : undefined;
    },
    isPassword: async (person: string, password: string) => {
      const hash = await hashOf(person);
      return hash !== undefined && (await auth.$context).password.verify({ hash, password });
    },
    /** False for users who only use company sign-in. */
    hasPassword: async (person: string) => (await hashOf(person)) !== undefined,
    hashPassword: async (password: string) => (await auth.$context).password.hash(password),
  };
};

export type SignIn = Awaited<ReturnType<typeof createSignIn>>;

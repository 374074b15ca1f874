import { refuse, refuseSignIn } from '../http/refusal.ts';
import { type DashboardHandlers, type DashboardParts, WithCookies } from './dashboard-request.ts';
import { hashSecretText } from '../store/secrets.ts';
import { checkCode } from './second-factor-handlers.ts';
import { passwordLength } from '#shared/dashboard-api/limits.ts';

/** Common parts of passwords. Long passwords often repeat or combine these parts, or add a short ending. */
const commonParts =
  'password passwort passw0rd p@ssw0rd passphrase welcome willkommen letmein changeme default secret admin administrator ' +
  'login user root guest test testing demo master iloveyou love monkey dragon football baseball soccer superman batman ' +
  'princess sunshine shadow starwars pokemon trustno1 whatever freedom hello michael jordan charlie summer winter spring ' +
  'autumn monday qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh zxcvbnm zxcvbn qazwsxedc qazwsx 1qaz2wsx 1q2w3e4r5t ' +
  '1q2w3e4r abcdefghijkl abcdef abc123 abcd 0123456789 1234567890 987654321 123456 12345 1234 123 654321 ferry';
const words = commonParts.split(' ').toSorted((one, other) => other.length - one.length);
const minOwnCharacters = 5;

export const passwordProblem = (password: string, about: readonly string[] = []): string | undefined => {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min) return `Use at least ${min} characters. This password has ${length}.`;
  if (password.length > max) return `A password can have at most ${max} characters.`;
  const personalWords = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 3);
  let rest = password.toLowerCase();
  for (const word of [...personalWords, ...words]) rest = rest.replaceAll(word, '');
  rest = rest.replace(/[^\p{L}]+$/u, '').replaceAll(/(.+?)\1+/gu, '$1');
  if (new Set(rest).size >= minOwnCharacters) return undefined;
  return "This password is too common. Choose one that's hard to guess.";
};

const expiredLink = (): never =>
  refuse(410, 'This link was used or withdrawn, or is older than 24 h. Ask the sender for a new link.');

const accountChanged = (): never => refuse(409, 'The account for this email address has changed. Open the link again.');

/** The same message for a wrong password and an unknown account, so that responses don't reveal accounts. */
const wrongCredentials = (): never => refuseSignIn('The email or password is wrong.');

const refusals = { expired: expiredLink, changed: accountChanged } as const;

export const accountHandlers = (parts: DashboardParts) => {
  const { signIn, attempts } = parts;
  const { people } = parts.store;
  type Try = Parameters<DashboardHandlers['signIn']>[0];
  type Caller = Pick<Try, 'request' | 'network' | 'author'>;
  /** Checks password and code without creating a session. `needs code` if the code is missing. */
  const prove = async (
    person: string,
    { email, password, code }: Try['body'],
    caller: Omit<Caller, 'request'>,
  ): Promise<'password' | 'password and code' | 'needs code'> => {
    const verified = await attempts.password(email, caller.network, async () => {
      if (!(await signIn.isPassword(person, password))) return undefined;
      const factor = await people.secondFactors.of(person);
      if (!factor?.confirmed) return 'password';
      if (code === undefined) return 'needs code';
      await checkCode(parts, factor, code, caller);
      return 'password and code';
    });
    return verified ?? wrongCredentials();
  };
  /** Creates no session until password and code are right. Doesn't reveal which is wrong. Undefined without a code. */
  const start = async (body: Try['body'], caller: Caller): Promise<readonly string[] | undefined> => {
    const { email, password } = body;
    const { request, network } = caller;
    const factor = await people.secondFactors.ofEmail(email);
    if (factor !== undefined) {
      const verified = await prove(factor.person, body, caller);
      if (verified === 'needs code') return undefined;
      return (await signIn.createVerifiedSession(factor.person, verified, request)) ?? wrongCredentials();
    }
    // better-auth takes equally long for an unknown address, so the response time doesn't reveal accounts.
    const check = () => signIn.createSession(email, password, request);
    return (await attempts.password(email, network, check)) ?? wrongCredentials();
  };
  return {
    readInvitation: async ({ body: { token }, now }) => {
      const invitation = await people.invitationOf(hashSecretText(token), now);
      if (invitation === undefined) return expiredLink();
      const { email, role, organization } = invitation;
      const { name, production } = organization;
      return { email, role, organization: { name, production }, isKnown: invitation.person !== null };
    },
    acceptInvitation: async ({ body: { token, name, password, code }, request, network, author }) => {
      const tokenHash = hashSecretText(token);
      const invitation = await people.invitationOf(tokenHash, author.now);
      if (invitation === undefined) return expiredLink();
      const { email, person } = invitation;
      if (person !== null) {
        const verified = await prove(person, { email, password, code }, { network, author });
        if (verified === 'needs code') return { needsCode: true };
        const acceptResult = await people.accept(tokenHash, undefined, author);
        if (acceptResult !== 'done') return refusals[acceptResult]();
        const cookies = await signIn.createVerifiedSession(person, verified, request);
        return new WithCookies({ needsCode: false }, cookies ?? wrongCredentials());
      }
      if (name === undefined) return refuse(400, 'Enter a name.');
      const problem = passwordProblem(password, [name, email]);
      if (problem !== undefined) return refuse(400, problem);
      const newUser = { name, passwordHash: await signIn.hashPassword(password) };
      const joinResult = await people.accept(tokenHash, newUser, author);
      if (joinResult !== 'done') return refusals[joinResult]();
      const cookies = await signIn.createSession(email, password, request);
      return new WithCookies({ needsCode: false }, cookies ?? wrongCredentials());
    },
    acceptOffered: async ({ params: { invitation = '' }, person, author }) =>
      (await people.acceptOffered(person.id, invitation, author)) === 'done' ? {} : expiredLink(),
    readReset: async ({ body: { token }, now }) => {
      const reset = await people.resetOf(hashSecretText(token), now);
      return reset === undefined ? expiredLink() : { email: reset.email, removes: reset.removes };
    },
    resetAccess: async ({ body: { token, password }, request, author }) => {
      const tokenHash = hashSecretText(token);
      const passwordReset = await people.resetOf(tokenHash, author.now);
      if (passwordReset === undefined) return expiredLink();
      const problem = passwordProblem(password, [passwordReset.name, passwordReset.email]);
      if (problem !== undefined) return refuse(400, problem);
      const reset = await people.resetAccess(tokenHash, await signIn.hashPassword(password), author);
      if (reset === undefined) return expiredLink();
      const cookies = await signIn.createSession(reset.email, password, request);
      return new WithCookies({}, cookies ?? wrongCredentials());
    },
    signIn: async ({ body, ...caller }) => {
      const cookies = await start(body, caller);
      return cookies === undefined ? { needsCode: true } : new WithCookies({ needsCode: false }, cookies);
    },
    session: async ({ person: { id, name, email }, baseUrl, now }) => ({
      person: { id, name, email, hasPassword: await signIn.hasPassword(id) },
      isInstanceAdmin: await people.instanceAdmins.has(id),
      organizations: (await people.memberships(id)).map(({ number: _inside, ...organization }) => organization),
      invitations: (await people.offered(id, now)).map(({ id: invitation, organization, role }) => ({
        id: invitation,
        name: organization.name,
        production: organization.production,
        role,
      })),
      baseUrl,
    }),
    signOut: async ({ request }) => new WithCookies({}, await signIn.end(request)),
    rename: async ({ body: { name }, person, author }) => people.rename(person.id, name, author),
    changePassword: async ({ body: { current, next }, person, request, network }) => {
      const problem = passwordProblem(next, [person.name, person.email]);
      if (problem !== undefined) return refuse(400, problem);
      const check = () => signIn.changePassword(current, next, request);
      const cookies = await attempts.password(person.email, network, check);
      return new WithCookies({}, cookies ?? refuse(403, 'The current password is wrong.'));
    },
    listSessions: async ({ person }) =>
      (await people.sessions(person.id)).map((session) => ({ ...session, isThis: session.id === person.sessionId })),
    endSession: async ({ person, params: { session = '' }, author }) =>
      (await people.endSessions(person.id, 'this', session, author)) > 0
        ? {}
        : refuse(404, "This session doesn't exist or has ended."),
    endOtherSessions: async ({ person, author }) => ({
      ended: await people.endSessions(person.id, 'others', person.sessionId, author),
    }),
  } satisfies Partial<DashboardHandlers>;
};

import { Refusal } from '../http/refusal.ts';
import { needsOwnPassword } from '../store/people-store.ts';
import { type DashboardHandlers, type DashboardParts, WithCookies } from './dashboard-request.ts';
import { invitationHashOf } from './invitations.ts';
import { passwordProblem } from './passwords.ts';

const gone = (): Refusal =>
  new Refusal(410, 'This link was used, withdrawn, or is older than 24 h. Ask whoever sent it for a new one.');

const changed = (): Refusal =>
  new Refusal(409, 'Somebody came with this email address, or left, in the meantime. Open the link again.');

/** The same words whether the account exists or not. */
const wrong = (): Refusal => new Refusal(401, 'Email or password is wrong.', { 'www-authenticate': 'Session' });

const refusals = { gone, changed } as const;

const slowed = (seconds: number): Refusal =>
  new Refusal(429, `Too many tries. The next one is in ${seconds} s.`, { 'retry-after': String(seconds) });

/** The calls of a person about themselves, and those of whoever is not signed in yet. */
export const accountHandlers = ({
  store: { people },
  signIn,
  attempts,
}: DashboardParts): Pick<
  DashboardHandlers,
  | 'readInvitation'
  | 'acceptInvitation'
  | 'signIn'
  | 'session'
  | 'signOut'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
> => {
  type Try = Parameters<DashboardHandlers['signIn']>[0];
  const begin = async (
    email: string,
    password: string,
    { request, network }: Pick<Try, 'request' | 'network'>,
  ): Promise<readonly string[] | Refusal> => {
    const seconds = await attempts.begin(email, network);
    if (seconds !== undefined) return slowed(seconds);
    const cookies = await signIn.begin(email, password, request);
    if (cookies === undefined) return wrong();
    await attempts.succeed(email, network);
    return cookies;
  };
  return {
    readInvitation: async ({ body: { token }, now }) => {
      const invitation = await people.invitationOf(invitationHashOf(token), now);
      if (invitation === undefined) return gone();
      const { email, role, organization } = invitation;
      const { name, production } = organization;
      return { email, role, organization: { name, production }, isKnown: needsOwnPassword(invitation) };
    },
    acceptInvitation: async ({ body: { token, name, password }, request, network, actor, now }) => {
      const tokenHash = invitationHashOf(token);
      const invitation = await people.invitationOf(tokenHash, now);
      if (invitation === undefined) return gone();
      const { email } = invitation;
      if (needsOwnPassword(invitation)) {
        const cookies = await begin(email, password, { request, network });
        if (cookies instanceof Refusal) return cookies;
        const joined = await people.accept(tokenHash, undefined, actor.from, now);
        return joined === 'done' ? new WithCookies({}, cookies) : refusals[joined]();
      }
      if (name === undefined) return new Refusal(400, 'A name is missing.');
      const problem = passwordProblem(password, [name, email]);
      if (problem !== undefined) return new Refusal(400, problem);
      const newcomer = { name, passwordHash: await signIn.hashPassword(password) };
      const joined = await people.accept(tokenHash, newcomer, actor.from, now);
      if (joined !== 'done') return refusals[joined]();
      const cookies = await signIn.begin(email, password, request);
      return cookies === undefined ? wrong() : new WithCookies({}, cookies);
    },
    signIn: async ({ body: { email, password }, request, network }) => {
      const cookies = await begin(email, password, { request, network });
      return cookies instanceof Refusal ? cookies : new WithCookies({}, cookies);
    },
    session: async ({ person: { id, name, email }, baseUrl }) => ({
      person: { id, name, email },
      organizations: (await people.memberships(id)).map(({ number: _inside, ...organization }) => organization),
      baseUrl,
    }),
    signOut: async ({ request }) => new WithCookies({}, await signIn.end(request)),
    changePassword: async ({ body: { current, next }, person, request, network }) => {
      const problem = passwordProblem(next, [person.name, person.email]);
      if (problem !== undefined) return new Refusal(400, problem);
      const seconds = await attempts.begin(person.email, network);
      if (seconds !== undefined) return slowed(seconds);
      const cookies = await signIn.changePassword(current, next, request);
      if (cookies === undefined) return new Refusal(403, 'The present password is wrong.');
      await attempts.succeed(person.email, network);
      return new WithCookies({}, cookies);
    },
    listSessions: async ({ person }) =>
      (await people.sessions(person.id)).map((session) => ({ ...session, isThis: session.id === person.sessionId })),
    endSession: async ({ person, params: { session = '' }, actor, now }) =>
      (await people.endSession(person.id, session, actor, now))
        ? {}
        : new Refusal(404, 'You have no such session; it may have ended.'),
  };
};

import { Refusal } from '../http/refusal.ts';
import { needsOwnPassword } from '../store/people-store.ts';
import { slowed } from './attempts.ts';
import { type DashboardHandlers, type DashboardParts, WithCookies } from './dashboard-request.ts';
import { invitationHashOf } from './invitations.ts';
import { passwordProblem } from './passwords.ts';
import { takeCode } from './second-factor-handlers.ts';

const gone = (): Refusal =>
  new Refusal(410, 'This link was used, withdrawn, or is older than 24 h. Ask whoever sent it for a new one.');

const changed = (): Refusal =>
  new Refusal(409, 'Somebody came with this email address, or left, in the meantime. Open the link again.');

/** The same words whether the account exists or not. */
const wrong = (): Refusal => new Refusal(401, 'Email or password is wrong.', { 'www-authenticate': 'Session' });

const refusals = { gone, changed } as const;

const wrongCode = (): Refusal =>
  new Refusal(401, 'The code is wrong, or was used. Take the next one.', { 'www-authenticate': 'Session' });

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
  | 'endOtherSessions'
> => {
  type Try = Parameters<DashboardHandlers['signIn']>[0];
  /**
   * Signs in by a password, and by a code where the person has a second factor: no session is made, and nothing tells of one,
   * before both are right. Undefined where the code is still missing.
   */
  const begin = async (
    { email, password, code }: Try['body'],
    { request, network, actor, now }: Pick<Try, 'request' | 'network' | 'actor' | 'now'>,
  ): Promise<readonly string[] | undefined | Refusal> => {
    const seconds = await attempts.begin(email, network);
    if (seconds !== undefined) return slowed(seconds);
    const factor = await people.secondFactors.ofEmail(email);
    if (factor !== undefined) {
      if (!(await signIn.isPassword(factor.person, password))) return wrong();
      if (code === undefined) {
        await attempts.succeed(email, network);
        return undefined;
      }
      const pause = await attempts.beginCode(factor.person, network);
      if (pause !== undefined) return slowed(pause);
      if (!(await takeCode(people.secondFactors, factor, code, actor.from, now))) return wrongCode();
      await attempts.succeedCode(factor.person);
    }
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
    acceptInvitation: async ({ body: { token, name, password, code }, request, network, actor, now }) => {
      const tokenHash = invitationHashOf(token);
      const invitation = await people.invitationOf(tokenHash, now);
      if (invitation === undefined) return gone();
      const { email } = invitation;
      if (needsOwnPassword(invitation)) {
        const cookies = await begin({ email, password, code }, { request, network, actor, now });
        if (cookies instanceof Refusal) return cookies;
        if (cookies === undefined) return { needsCode: true };
        const joined = await people.accept(tokenHash, undefined, actor.from, now);
        return joined === 'done' ? new WithCookies({ needsCode: false }, cookies) : refusals[joined]();
      }
      if (name === undefined) return new Refusal(400, 'A name is missing.');
      const problem = passwordProblem(password, [name, email]);
      if (problem !== undefined) return new Refusal(400, problem);
      const newcomer = { name, passwordHash: await signIn.hashPassword(password) };
      const joined = await people.accept(tokenHash, newcomer, actor.from, now);
      if (joined !== 'done') return refusals[joined]();
      const cookies = await signIn.begin(email, password, request);
      return cookies === undefined ? wrong() : new WithCookies({ needsCode: false }, cookies);
    },
    signIn: async ({ body, ...caller }) => {
      const cookies = await begin(body, caller);
      if (cookies instanceof Refusal) return cookies;
      return cookies === undefined ? { needsCode: true } : new WithCookies({ needsCode: false }, cookies);
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
    endOtherSessions: async ({ person, actor, now }) => ({
      ended: await people.endOtherSessions(person.id, person.sessionId, actor, now),
    }),
  };
};

import type { FastifyRequest } from 'fastify';
import type { CallAccess } from '#shared/dashboard-api/call-routes.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import type { BaseUrl } from '../http/origins.ts';
import { refuse } from '../http/refusal.ts';
import type { Membership } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';
import type { RefusedCalls } from './refused-calls.ts';
import type { SignedIn, SignIn, SignInRequest } from './sign-in.ts';

interface DashboardCaller {
  readonly person: SignedIn | undefined;
  readonly membership: Membership | undefined;
}

export const signInRequest = ({ headers, ip }: FastifyRequest): SignInRequest => ({
  cookie: headers.cookie,
  pageSecret: headers[pageSecretHeader]?.toString(),
  userAgent: headers['user-agent'],
  from: ip,
});

/** Protects against CSRF: with requests of other sites, browsers send cookies, but also the other site's Origin. */
export const refuseForeignOrigin = (request: FastifyRequest, baseUrl: BaseUrl): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const ownOrigin = new URL(baseUrl.of(request.headers)).origin;
  if (request.headers.origin !== ownOrigin) refuse(403, "This request didn't come from the dashboard.");
};

const signedOut = (): never =>
  refuse(401, "You're not signed in, or your session has ended. Sign in again.", {
    'www-authenticate': 'Session realm="dashboard"',
  });

const notEnrolled = ({ name }: Membership): never =>
  refuse(403, `${name} requires two-factor authentication. Turn it on for your account first.`);

/** Identifies the caller, or refuses the call. Only the `access` column of the call's route decides. */
export const createGuard =
  ({ people }: Pick<Store, 'people'>, signIn: SignIn, refusedCalls: Pick<RefusedCalls, 'add'>) =>
  async (request: FastifyRequest, call: string, access: CallAccess): Promise<DashboardCaller> => {
    if (access === 'anyone') return { person: undefined, membership: undefined };
    const person = await signIn.findSignedIn(signInRequest(request));
    if (person === undefined) return signedOut();
    if (access === 'person') return { person, membership: undefined };
    if (access === 'instance') {
      if (!(await people.instanceAdmins.has(person.id))) {
        refusedCalls.add(call, { by: person.id, from: request.ip });
        return refuse(403, 'Only instance administrators can do this.');
      }
      const strictMembership = (await people.memberships(person.id)).find(({ mustEnroll }) => mustEnroll);
      return strictMembership === undefined ? { person, membership: undefined } : notEnrolled(strictMembership);
    }
    const { organization } = request.params as { organization: string };
    const membership = (await people.memberships(person.id)).find(({ id }) => id === organization);
    // Gives the same response as for an organization that doesn't exist.
    if (membership === undefined) return refuse(404, "You're not a member of this organization.");
    if (membership.mustEnroll) return notEnrolled(membership);
    if (access.includes(membership.role)) {
      if (membership.suspended === null || request.method === 'GET') return { person, membership };
      return refuse(403, `${membership.name} is suspended, so you can only view its data.`);
    }
    refusedCalls.add(call, { role: membership.role, by: person.id, from: request.ip, organization });
    return refuse(403, `This action needs the role ${access.join(' or ')}. Your role is ${membership.role}.`);
  };

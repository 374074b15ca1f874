import { createHash, randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import { inviteUser, startReset } from '../dashboard/invitations.ts';
import type { PasswordHasher } from '../dashboard/sign-in.ts';
import type { AppOptions } from '../create-app.ts';
import { commandLine } from '../store/base/actor.ts';
import { openTestService, type TestReply, type TestService } from './test-service.ts';

export const dashboardOrigin = 'http://127.0.0.1:8600';
export const goodPassword = 'kettle orbit walnut 7';

interface CallOptions<Name extends DashboardCall> {
  readonly body?: CallBody<Name> | undefined;
  readonly params?: Readonly<Record<string, string>>;
  /** Session cookie. The page's half of the session is sent with it. */
  readonly cookie?: string | undefined;
  /** Null sends no header. */
  readonly origin?: string | null;
  readonly from?: string;
  readonly query?: string;
}

/** A dashboard response, with the cookie that a browser would have afterwards. */
interface DashboardReply<Name extends DashboardCall> extends Omit<TestReply, 'body'> {
  readonly body: CallReply<Name> & { readonly message?: string };
  readonly cookie: string | undefined;
}

const pageSecrets = new Map<string, string>();

export const cookieIn = (headers: OutgoingHttpHeaders): string | undefined => {
  const lines = [headers['set-cookie']].flat().map(String);
  const cookie = lines.find((line) => /session_token=[^;]+;/.test(line))?.split(';', 1)[0];
  const secret = headers[pageSecretHeader];
  if (cookie !== undefined && secret !== undefined) pageSecrets.set(cookie, String(secret));
  return cookie;
};

/** Headers with both halves of a session, as a page sends them. */
export const sessionHeaders = (cookie: string | undefined): Readonly<Record<string, string>> => ({
  ...(cookie !== undefined && { cookie, [pageSecretHeader]: pageSecrets.get(cookie) ?? '' }),
});

/** A service with the dashboard, and functions that call it like a browser. */
export interface DashboardService extends TestService {
  call<Name extends DashboardCall>(name: Name, options?: CallOptions<Name>): Promise<DashboardReply<Name>>;
  /** Creates a user by an invitation. Returns the cookie and the organization's ID. */
  join(
    email: string,
    role: Role,
    organization?: string,
  ): Promise<{ readonly cookie: string; readonly organization: string }>;
  /** Creates a reset link and returns its token. */
  resetToken(email: string): Promise<string>;
  /** Creates an invitation and returns the token in its link. */
  invitationToken(email: string, role: Role, organization?: string): Promise<string>;
}

const page = new Map([['index.html', { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>') }]]);

const digest = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(salt).update(password).digest('hex')}`;

/** Replaces scrypt, which took half of these tests' processor time. */
const cheapHasher: PasswordHasher = {
  hash: async (password) => digest(randomUUID(), password),
  verify: async ({ hash, password }) => digest(hash.split(':', 1)[0] ?? '', password) === hash,
};

/** Opens a service with the dashboard in-process. Its page is an empty file, and it hashes passwords cheaply. */
export const openDashboard = async (options: Partial<AppOptions> = {}): Promise<DashboardService> => {
  const ownOrigin = options.publicUrl === undefined ? dashboardOrigin : new URL(options.publicUrl).origin;
  const service = await openTestService(
    { migrations: 3, companies: 1 },
    { dashboard: page, passwordHasher: cheapHasher, ...options },
  );
  const call: DashboardService['call'] = async (
    name,
    { body, params = {}, cookie, origin = ownOrigin, from, query = '' } = {},
  ) => {
    const { method, path } = callRoutes[name];
    const url = `/dashboard/api${path.replaceAll(/:(\w+)/g, (_all, key: string) => params[key] ?? 'none')}${query}`;
    const reply = await service.send({
      method,
      url,
      bearer: null,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }),
      headers: {
        host: '127.0.0.1:8600',
        ...(origin === null ? {} : { origin }),
        ...sessionHeaders(cookie),
      },
      ...(from === undefined ? {} : { from }),
    });
    return { ...reply, body: reply.body as never, cookie: cookieIn(reply.headers) };
  };
  const invitationToken: DashboardService['invitationToken'] = async (email, role, organization) => {
    const now = await service.clock.now();
    const wanted = { email, role, organization, address: dashboardOrigin };
    const { link } = await inviteUser(service.store, wanted, { by: commandLine, now });
    return link.url.split('/').at(-1) ?? '';
  };
  const resetToken: DashboardService['resetToken'] = async (email) => {
    const link = await startReset(service.store, email, dashboardOrigin, await service.clock.now());
    return link?.url.split('/').at(-1) ?? '';
  };
  return {
    ...service,
    call,
    invitationToken,
    resetToken,
    join: async (email, role, organization) => {
      const token = await invitationToken(email, role, organization);
      const { cookie, status, text } = await call('acceptInvitation', {
        body: { token, name: `Name of ${role}`, password: goodPassword },
      });
      if (cookie === undefined) throw new Error(`${status} ${text}`);
      const { body } = await call('session', { cookie });
      const ownOrganization = body.organizations.find(({ name }) => name === organization) ?? body.organizations[0];
      return { cookie, organization: ownOrganization?.id ?? '' };
    },
  };
};

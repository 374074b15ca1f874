import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import { callSchemas } from '#shared/dashboard-api/dashboard-calls.ts';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import { pageSecretHeader } from '#shared/page-secret.ts';
import type { BaseUrl } from '../http/origins.ts';
import { clientNetwork } from '../http/rate-limit.ts';
import { refuse } from '../http/refusal.ts';
import { hashSecret } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import type { WebhookActions } from '../webhooks/webhook-actions.ts';
import type { CompanySettings } from './company-settings.ts';
import { createAttempts } from './attempts.ts';
import { createGuard, refuseForeignOrigin, signInRequest } from './guard.ts';
import { type DashboardRequest, parsePart, WithCookies } from './dashboard-request.ts';
import { createHandlers } from './handlers.ts';
import type { PageFile } from './page-files.ts';
import { dashboardPath } from './paths.ts';
import type { RefusedCalls } from './refused-calls.ts';
import { createSignIn, type PasswordHasher } from './sign-in.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

const mountPage = (app: FastifyInstance, page: ReadonlyMap<string, PageFile>, baseUrl: BaseUrl): void => {
  const sendFile = (reply: FastifyReply, { type, bytes }: PageFile): FastifyReply =>
    reply.headers(pageHeaders).header('content-type', type).send(bytes);
  // The page's paths are relative, so its URL must end with a slash.
  app.get(dashboardPath, (request, reply) => reply.redirect(`${baseUrl.of(request.headers)}${dashboardPath}/`));
  for (const [name, file] of page) {
    if (name === 'index.html') {
      app.get(`${dashboardPath}/`, (_request, reply) => sendFile(reply, file));
    } else {
      const isNamedByContent = name.startsWith('assets/');
      app.get(`${dashboardPath}/${name}`, (_request, reply) =>
        sendFile(isNamedByContent ? reply.header('cache-control', 'public, max-age=31536000, immutable') : reply, file),
      );
    }
  }
};

const openCompany = async (app: FastifyInstance, settings: CompanySettings) => {
  const { createCompanySignIn } = await import('./company-sign-in.ts');
  return createCompanySignIn(settings, (error) => {
    const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
    app.log.warn({ error: String(message), code }, 'company sign-in failed');
  });
};

interface DashboardOptions {
  readonly store: Store;
  readonly webhooks: WebhookActions;
  readonly baseUrl: BaseUrl;
  readonly page: ReadonlyMap<string, PageFile>;
  readonly company: CompanySettings | undefined;
  readonly refusedCalls: Pick<RefusedCalls, 'add'>;
  readonly passwordHasher: PasswordHasher | undefined;
}

/** Serves `/dashboard`, its page and its calls behind the guard. Response schemas remove fields that may be secret. */
export const mountDashboard = async (
  app: FastifyInstance,
  { store, webhooks, baseUrl, page, company: settings, refusedCalls, passwordHasher }: DashboardOptions,
): Promise<void> => {
  const signIn = await createSignIn(store.people, baseUrl.fixed?.href ?? 'http://127.0.0.1', passwordHasher);
  const guard = createGuard(store, signIn, refusedCalls);
  const company = settings && (await openCompany(app, settings));
  const handlers = createHandlers({ store, webhooks, signIn, attempts: createAttempts(store), company });
  mountPage(app, page, baseUrl);
  for (const name of Object.keys(callRoutes) as DashboardCall[]) {
    const { method, path: callPath, access } = callRoutes[name];
    const { body: schema, reply: replySchema }: { readonly reply: z.ZodType; readonly body?: z.ZodType } =
      callSchemas[name];
    const handle = handlers[name] as (request: DashboardRequest<DashboardCall>) => Promise<unknown>;
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      refuseForeignOrigin(request, baseUrl);
      const caller = await guard(request, name, access);
      const params = request.params as Record<string, string>;
      if (!Object.values(params).every(isStorable)) return refuse(404, 'There is no item with this ID.');
      const body = schema && parsePart(schema, request.body);
      const now = await store.clock.now();
      const result = await handle({
        body,
        params,
        query: request.query as Record<string, unknown>,
        person: caller.person,
        membership: caller.membership,
        author: { by: caller.person?.id ?? 'nobody', from: request.ip, now },
        request: signInRequest(request),
        network: clientNetwork(request),
        baseUrl: baseUrl.of(request.headers),
        now,
      } as DashboardRequest<DashboardCall>);
      const [value, newCookies] = result instanceof WithCookies ? [result.reply, result.cookies] : [result, undefined];
      const cookies = newCookies ?? caller.person?.cookies ?? [];
      if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
      const pageSecret = signIn.pageSecretOf(newCookies ?? []);
      if (pageSecret !== undefined) reply.header(pageSecretHeader, pageSecret);
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(replySchema.parse(value === undefined ? {} : value)));
    };
    app.route({
      method,
      url: `${dashboardPath}/api${callPath}`,
      // Rate limiting counts by session, so that members behind one address don't use up each other's requests.
      // Calls without a session count by address, because tokens of ended sessions would get more sign-in attempts.
      onRequest: async (request) => {
        const token = access !== 'anyone' && signIn.issuedToken(signInRequest(request));
        if (token) request.caller = { hash: hashSecret(token) };
      },
      handler: answer,
    });
  }
};

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type HostedLink,
  hostedLinkCalls,
  hostedLinkLifetimeMs,
  type HostedSession,
} from '#shared/hosted-links-api/hosted-links.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import type { KeyCaller, SessionKey } from '../http/callers.ts';
import { type CredentialChecks, mountOperations } from '../http/mount-operations.ts';
import { keyNotAccepted, organizationSuspended, refuse } from '../http/refusal.ts';
import { retryCopy } from '../migration-engine/retry-copy.ts';
import { advance, hasStarted } from '../migration-engine/run.ts';
import { seededRun } from '../migration-engine/seeded-run.ts';
import type { StoredHostedLink } from '../store/hosted-link-store.ts';
import { hashSecret, hostedAccessToken, randomSecret } from '../store/secrets.ts';
import { pageOf } from './activity.ts';
import { checkProviders, createModal, pageAddress, resumeModal } from './migration-modal.ts';
import { startPath } from './modal-page.ts';
import { isSessionOver } from './modal-state-reply.ts';
import type { ModalRoutesOptions } from './run-action.ts';

interface CreateRequest extends Pick<FastifyRequest, 'headers'> {
  readonly caller: Pick<KeyCaller, 'organization' | 'keyId'>;
}

interface HostedLinkOptions extends ModalRoutesOptions {
  readonly checks: CredentialChecks;
  readonly sessionKey: SessionKey | undefined;
}

type ShownLink = Pick<StoredHostedLink, 'id' | 'bound' | 'created' | 'expires' | 'revoked' | 'migrationId'>;

const toReply = ({ bound, ...link }: ShownLink, now: number): HostedLink => ({
  ...bound,
  id: link.id,
  status: link.revoked !== null ? 'revoked' : link.expires > now ? 'active' : 'expired',
  migration_id: link.migrationId,
  created: new Date(link.created).toISOString(),
  expires: new Date(link.expires).toISOString(),
});

/** `/hosted-links/v1` for the backend, and the call of the page that a link opens. */
export const mountHostedLinks = (app: FastifyInstance, options: HostedLinkOptions): void => {
  const { store, baseUrl, providers, checks, sessionKey } = options;
  const { clock, hostedLinks, modals, tokens } = store;
  const openModal = createModal(store, baseUrl, providers.providersOf);
  const resume = resumeModal(store, baseUrl);

  const create = async (bound: HostedSession, { headers, caller: { organization, keyId } }: CreateRequest) => {
    if (keyId === null && (sessionKey?.isRevoked ?? true)) return keyNotAccepted();
    checkProviders(await providers.providersOf(organization), bound.source_providers ?? null);
    const now = await clock.now(organization);
    const secret = randomSecret();
    const expires = now + hostedLinkLifetimeMs;
    const stored = { organization, expires, hash: hashSecret(secret), keyId, bound: JSON.stringify(bound) };
    const id = await hostedLinks.add(stored, now);
    const link = { id, bound, created: now, expires, revoked: null, migrationId: null };
    // In the fragment, which browsers never send to a server, so no log or Referer header contains the secret.
    return { ...toReply(link, now), url: `${pageAddress(baseUrl.of(headers), startPath, bound.locale)}#${secret}` };
  };

  mountOperations(app, checks, hostedLinkCalls, {
    createHostedLink: (request) => create(request.body, request),
    createRetryLink: async ({ params, body, ...request }) => {
      const { organization } = request.caller;
      const id = params.id.toLowerCase();
      const json =
        (await store.migrations.json(organization, id)) ?? refuse(404, 'There is no migration with this ID.');
      const now = await clock.now(organization);
      const retried = await modals.byMigration(organization, id);
      const run = retried?.run ?? seededRun(JSON.parse(json) as Migration, now);
      const copy = retryCopy(id, advance(run, now), now);
      if (retried === undefined || typeof copy === 'string') return refuse(409, String(copy));
      const metadata = JSON.parse(retried.metadata ?? '{}') as NonNullable<HostedSession['metadata']>;
      const bound = { ...body, user_id: retried.userId, source_providers: [run.provider ?? ''], metadata };
      return create({ ...bound, retry_of: id }, request);
    },
    listHostedLinks: async ({ query: { after, limit }, caller: { organization } }) => {
      const now = await clock.now(organization);
      const found = await hostedLinks.list(organization, after.toLowerCase(), limit + 1);
      const { items, next } = pageOf(found, limit, ({ id }) => id);
      return { results: items.map((link) => toReply(link, now)), next };
    },
    revokeHostedLink: async ({ params, caller: { organization, keyId } }) => {
      const now = await clock.now(organization);
      const link = await hostedLinks.revoke(organization, params.id.toLowerCase(), keyId, now);
      return link === undefined ? refuse(404, 'There is no hosted link with this ID.') : toReply(link, now);
    },
  });

  const openLink = async (secret: string, request: FastifyRequest): Promise<unknown> => {
    const { headers, id: requestId } = request;
    const hash = hashSecret(secret);
    const link = await hostedLinks.byHash(hash);
    const now = await clock.now(link?.organization);
    if (link === undefined || link.revoked !== null || link.expires <= now)
      return refuse(404, 'There is no link with this URL.');
    if (link.suspended !== null) organizationSuspended();
    const { organization, bound, sessions } = link;
    const current = hostedAccessToken(secret, sessions);
    const modal = await modals.findByAccessToken(hashSecret(current));
    const run = modal && advance(modal.run, now);
    // A migration that ended before its copy started changed nothing, so the link starts another one.
    if (modal && run && (hasStarted(run) || !(hasEnded(run.status) || isSessionOver(modal, now)))) {
      const caller = { accessToken: current, hash: modal.accessTokenHash, bound, organization, expires: now };
      return resume({ params: undefined, query: {}, body: undefined, caller, headers, requestId }, request);
    }
    // Another request may be opening the first modal of this session.
    const isOpening = modal === undefined && (await tokens.accessToken(hashSecret(current), await clock.now()));
    const accessToken = isOpening ? current : hostedAccessToken(secret, sessions + 1);
    if (!isOpening) {
      const expires = now + tokenLifetimes.accessToken * 1_000;
      // Sessions of a link have no cookie.
      const cookieHash = hashSecret(randomSecret());
      await hostedLinks.startSession(hash, sessions, { hash: hashSecret(accessToken), cookieHash, expires });
    }
    const caller = await checks['access-token']({ headers: { authorization: `Bearer ${accessToken}` }, ip: '' });
    return openModal({ params: undefined, query: undefined, body: {}, caller, headers, requestId }, request);
  };

  const body = z.object({ link: z.string().max(100) });
  app.post(`${startPath}/session`, { schema: { body } }, (request) =>
    openLink((request.body as z.output<typeof body>).link, request),
  );
};

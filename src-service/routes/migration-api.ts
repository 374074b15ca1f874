import type { FastifyInstance } from 'fastify';
import type { ListQuery } from '#shared/migration-api/list-page.ts';
import type { MigrationFilter } from '../store/migration-filter.ts';
import { boundSessionSchema } from '#shared/migration-api/modal.ts';
import { operations, readCompany, readOutcome } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { linkTokenRefused, type SessionKey } from '../http/callers.ts';
import { type CredentialChecks, jsonText, mountOperations, WithHeaders } from '../http/mount-operations.ts';
import type { BaseUrl } from '../http/origins.ts';
import { keyNotAccepted, refuse } from '../http/refusal.ts';
import type { ProvidersOf } from '../providers/offered-providers.ts';
import { hashSecret, randomSecret } from '../store/secrets.ts';
import { serviceVersion } from '../operations/service-version.ts';
import type { PageRequest, StoredPage } from '../store/list-store.ts';
import type { Store } from '../store/store.ts';
import { createModal, outcomeOfSession, resumeModal } from './migration-modal.ts';

const cookieName = 'ferry_session';

/** The cookie identifies a session but grants nothing. No endpoint accepts the cookie instead of the access token. */
const cookieOf = (value: string, isHttps: boolean): string => {
  const scope = isHttps ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${cookieName}=${value}; HttpOnly; Path=/; Max-Age=${tokenLifetimes.accessToken}; ${scope}`;
};

const listReply = async (
  query: ListQuery,
  read: (wanted: PageRequest) => Promise<StoredPage>,
): Promise<WithHeaders<string>> => {
  const { rows, total } = await read({ page: query.page, pageSize: query.page_size });
  return jsonText(`{"results":[${rows}],"page":{"size":${query.page_size},"total":${total}}}`);
};

interface MigrationApiParts {
  readonly store: Store;
  readonly baseUrl: BaseUrl;
  readonly providersOf: ProvidersOf;
  readonly checks: CredentialChecks;
  readonly sessionKey: SessionKey | undefined;
}

const calls = { ...operations, readCompany, readOutcome };

export const mountMigrationApi = (
  app: FastifyInstance,
  { store, baseUrl, providersOf, checks, sessionKey }: MigrationApiParts,
): void => {
  const { clock, companies, migrations, tokens } = store;
  mountOperations(app, checks, calls, {
    checkHealth: async ({ caller }) => ({
      status: 'ok' as const,
      version: serviceVersion,
      now: new Date(await clock.now(caller.organization)).toISOString(),
    }),
    createLinkToken: async ({ body, caller: { keyId, organization } }) => {
      const linkToken = randomSecret();
      const expires = (await clock.now(organization)) + tokenLifetimes.linkToken * 1_000;
      // Revoking a stored key also revokes its tokens. The session key isn't stored, so this checks for its revocation.
      if (keyId === null && (sessionKey?.isRevoked ?? true)) return keyNotAccepted();
      const session = boundSessionSchema.parse(body);
      const bound = Object.keys(session).length === 0 ? undefined : JSON.stringify(session);
      await tokens.addLinkToken({ hash: hashSecret(linkToken), organization, keyId, expires, bound });
      return { link_token: linkToken };
    },
    createAccessToken: async ({ body, caller }) => {
      const now = await clock.now();
      const linkTokenHash = hashSecret(body.link_token);
      if (caller.by === 'link_token' && caller.linkToken !== body.link_token) return linkTokenRefused('unknown');
      if (caller.by === 'api_key') {
        const { organization } = await tokens.linkToken(linkTokenHash, now);
        if (organization !== caller.organization) return linkTokenRefused('unknown');
      }
      const [accessToken, cookie] = [randomSecret(), randomSecret()];
      const state = await tokens.exchange(
        linkTokenHash,
        {
          hash: hashSecret(accessToken),
          cookieHash: hashSecret(cookie),
          expires: (await clock.now(caller.organization)) + tokenLifetimes.accessToken * 1_000,
        },
        now,
      );
      return state === 'good'
        ? new WithHeaders({ access_token: accessToken }, { 'set-cookie': cookieOf(cookie, baseUrl.isHttps) })
        : linkTokenRefused(state);
    },
    createModal: createModal(store, baseUrl, providersOf),
    resumeModal: resumeModal(store, baseUrl),
    readOutcome: outcomeOfSession(baseUrl),
    listMigrations: ({ query, caller }) =>
      listReply(query, (wanted) => {
        const filter: MigrationFilter = {
          statuses: query.status,
          companyId: query.company_id?.toLowerCase(),
          userId: query.created_by_user_id,
          createdAfter: query.created_after,
          createdBefore: query.created_before,
        };
        return Object.values(filter).some((value) => value !== undefined)
          ? migrations.filteredPage(caller.organization, wanted, filter)
          : migrations.page(caller.organization, wanted);
      }),
    getMigration: async ({ params, caller }) => {
      const json = await migrations.json(caller.organization, params.id.toLowerCase());
      return json === undefined ? refuse(404, 'There is no migration with this ID.') : jsonText(json);
    },
    listCompanies: ({ query, caller }) => listReply(query, (wanted) => companies.page(caller.organization, wanted)),
    readCompany: async ({ params, caller }) => {
      const json = await companies.json(caller.organization, params.id.toLowerCase());
      return json === undefined ? refuse(404, 'There is no company with this ID.') : jsonText(json);
    },
  });
};

import type { ListQuery } from '#shared/migration-api/list-page.ts';
import type { MigrationFilter } from '../store/migration-filter.ts';
import { boundSessionSchema } from '#shared/migration-api/modal.ts';
import type { operations, readCompany } from '#shared/migration-api/operations.ts';
import { tokenLifetimes } from '#shared/token-lifetimes.ts';
import { linkTokenRefused, type SessionKey } from '../http/callers.ts';
import { jsonText, type OperationHandler, WithHeaders } from '../http/mount-operations.ts';
import type { BaseUrl } from '../http/origins.ts';
import { keyNotAccepted, refuse } from '../http/refusal.ts';
import { hashSecret, randomSecret } from '../store/secrets.ts';
import { serviceVersion } from '../operations/service-version.ts';
import type { PageRequest, StoredPage } from '../store/list-store.ts';
import type { Store } from '../store/store.ts';

export const checkHealth =
  ({ clock }: Store): OperationHandler<typeof operations.checkHealth> =>
  async ({ caller }) => ({
    status: 'ok',
    version: serviceVersion,
    now: new Date(await clock.now(caller.organization)).toISOString(),
  });

export const createLinkToken =
  (store: Store, sessionKey: SessionKey | undefined): OperationHandler<typeof operations.createLinkToken> =>
  async ({ body, caller: { keyId, organization } }) => {
    const linkToken = randomSecret();
    const expires = (await store.clock.now(organization)) + tokenLifetimes.linkToken * 1_000;
    // Revoking a stored key also revokes its tokens. The session key isn't stored, so this checks for its revocation.
    if (keyId === null && (sessionKey?.isRevoked ?? true)) return keyNotAccepted();
    const session = boundSessionSchema.parse(body);
    const bound = Object.keys(session).length === 0 ? undefined : JSON.stringify(session);
    await store.tokens.addLinkToken({ hash: hashSecret(linkToken), organization, keyId, expires, bound });
    return { link_token: linkToken };
  };

const cookieName = 'ferry_session';

/** The cookie identifies a session but grants nothing. No endpoint accepts the cookie instead of the access token. */
const cookieOf = (value: string, isHttps: boolean): string => {
  const scope = isHttps ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${cookieName}=${value}; HttpOnly; Path=/; Max-Age=${tokenLifetimes.accessToken}; ${scope}`;
};

export const createAccessToken =
  ({ clock, tokens }: Store, baseUrl: BaseUrl): OperationHandler<typeof operations.createAccessToken> =>
  async ({ body, caller }) => {
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
  };

const listReply = async (
  query: ListQuery,
  read: (wanted: PageRequest) => Promise<StoredPage>,
): Promise<WithHeaders<string>> => {
  const { rows, total } = await read({ page: query.page, pageSize: query.page_size });
  return jsonText(`{"results":[${rows}],"page":{"size":${query.page_size},"total":${total}}}`);
};

export const listMigrations =
  (store: Store): OperationHandler<typeof operations.listMigrations> =>
  async ({ query, caller }) =>
    listReply(query, (wanted) => {
      const filter: MigrationFilter = {
        statuses: query.status,
        companyId: query.company_id?.toLowerCase(),
        userId: query.created_by_user_id,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      };
      return Object.values(filter).some((value) => value !== undefined)
        ? store.migrations.filteredPage(caller.organization, wanted, filter)
        : store.migrations.page(caller.organization, wanted);
    });

export const getMigration =
  (store: Store): OperationHandler<typeof operations.getMigration> =>
  async ({ params, caller }) => {
    const json = await store.migrations.json(caller.organization, params.id.toLowerCase());
    return json === undefined ? refuse(404, 'No migration has this ID.') : jsonText(json);
  };

export const listCompanies =
  (store: Store): OperationHandler<typeof operations.listCompanies> =>
  async ({ query, caller }) =>
    listReply(query, (wanted) => store.companies.page(caller.organization, wanted));

export const getCompany =
  (store: Store): OperationHandler<typeof readCompany> =>
  async ({ params, caller }) => {
    const json = await store.companies.json(caller.organization, params.id.toLowerCase());
    return json === undefined ? refuse(404, 'No company has this ID.') : jsonText(json);
  };

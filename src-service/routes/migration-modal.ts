import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { sessionOutcomeSchema } from '#shared/migration-api/modal.ts';
import type { operations, readOutcome } from '#shared/migration-api/operations.ts';
import type { OperationHandler } from '../http/mount-operations.ts';
import { copiedCounts } from '../migration-engine/copied-counts.ts';
import type { StoredModal } from '../store/modal-store.ts';
import { type BaseUrl, browserOrigin, canonicalOrigin } from '../http/origins.ts';
import { clientOf } from '../http/client-of.ts';
import { refuse } from '../http/refusal.ts';
import { languageFor } from '../modal-page/words/languages.ts';
import type { CopyState } from '../migration-engine/copy-state.ts';
import { retryCopy } from '../migration-engine/retry-copy.ts';
import { newRun } from '../migration-engine/run.ts';
import { offeredProviders, onlyProvider, type ProvidersOf } from '../providers/offered-providers.ts';
import type { SourceProvider } from '../providers/source-provider.ts';
import { hashSecret, modalAddress } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';

type SessionOutcome = NonNullable<z.output<typeof sessionOutcomeSchema>['outcome']>;

export const modalPath = (address: string): string => `/modal/${address}`;

const embedderOf = (headers: IncomingHttpHeaders, baseUrl: BaseUrl): string | null => {
  const ownOrigin = new URL(baseUrl.of(headers)).origin;
  // Same-origin GET requests have no Origin header.
  const origin = headers.origin ?? (headers['sec-fetch-site'] === 'same-origin' ? ownOrigin : undefined);
  if (origin === undefined) return null;
  const allowed = origin === ownOrigin ? canonicalOrigin(ownOrigin) : browserOrigin(origin, headers.host);
  return (
    allowed ??
    refuse(
      403,
      canonicalOrigin(origin) === undefined
        ? 'The Origin header must be an origin such as https://app.example.com.'
        : "Pages from this origin can't open the modal. Serve the page over https.",
    )
  );
};

const lowerCase = (letter: string): string => letter.toLowerCase();

/** Ignores the case of A to Z, as UUIDs and email providers do. */
const isSameUser = (one: string, other: string): boolean =>
  one === other || one.replaceAll(/[A-Z]/g, lowerCase) === other.replaceAll(/[A-Z]/g, lowerCase);

export const pageAddress = (base: string, path: string, locale: string | undefined): string =>
  `${base}${path}${locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`}`;

const haveSameProviders = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Refuses `source_providers` without a provider of this service. */
export const checkProviders = (all: readonly SourceProvider[], names: readonly string[] | null): void => {
  if (offeredProviders(all, names).length > 0) return;
  const providerNames = all.map(({ name }) => name);
  const problem =
    names?.length === 0 ? 'source_providers is empty' : 'source_providers has no provider of this service';
  refuse(400, `${problem}. Name at least one of ${providerNames.join(', ')}, or omit source_providers to offer all.`);
};

export const copyToRetry = async (
  { runs }: Store,
  organization: number,
  migrationId: string,
  now: number,
): Promise<CopyState> => {
  const retried = (await runs.find(organization, migrationId))?.stored;
  const copy = retried && retryCopy(migrationId, retried.run, now);
  // The report may have been deleted since the link was created.
  return typeof copy === 'object' ? copy : refuse(404, copy ?? 'There is no migration with this ID.');
};

export const createModal =
  (store: Store, baseUrl: BaseUrl, providersOf: ProvidersOf): OperationHandler<typeof operations.createModal> =>
  async ({ body, caller, headers, requestId }) => {
    const origin = embedderOf(headers, baseUrl);
    const { organization, bound } = caller;
    const userId = bound.user_id ?? body.user_id;
    if (userId === undefined) return refuse(400, 'user_id must be a UUID or an email address.');
    if (body.user_id !== undefined && !isSameUser(userId, body.user_id)) {
      return refuse(403, 'The link token of this session is for another user.');
    }
    const locale = bound.locale ?? body.locale;
    const now = await store.clock.now(organization);
    const migrationId = randomUUID();
    const copy = bound.retry_of === undefined ? undefined : await copyToRetry(store, organization, bound.retry_of, now);
    // A retry contains data of the account before the login, so its deletion is registered now.
    if (copy !== undefined) await store.copiedItems.register({ organization, migrationId }, now);
    const sourceProviders = bound.source_providers ?? body.source_providers ?? null;
    const all = await providersOf(organization);
    checkProviders(all, sourceProviders);
    const provider = onlyProvider(all, sourceProviders);
    const { modal, isNew } = await store.modals.open(
      {
        organization,
        migrationId,
        addressHash: hashSecret(modalAddress(caller.accessToken, migrationId)),
        accessTokenHash: caller.hash,
        rootId: migrationId,
        retries: 0,
        userId,
        sourceProviders,
        origin,
        metadata: bound.metadata === undefined ? null : JSON.stringify(bound.metadata),
        beginRun: (scenario) => newRun({ userId, now, sessionExpires: caller.expires, scenario, provider, copy }),
        context: {
          requestId,
          client: {
            ...clientOf(headers, body.sdk_version),
            ...(origin !== null && { origin }),
            ...(bound.retry_of !== undefined && { retry_of: bound.retry_of }),
            ...(locale !== undefined && { language: languageFor(locale, undefined) }),
          },
        },
      },
      now,
    );
    // A retry offers only the provider of the first copy.
    const isRetry = modal.run.copy?.retryOf !== undefined;
    const hasProviders = isRetry || haveSameProviders(modal.sourceProviders, sourceProviders);
    if (!isNew && (modal.userId !== userId || !hasProviders)) {
      return refuse(409, 'This access token already has an open modal for another user or other source providers.');
    }
    if (!isNew) await store.modals.setOrigin(modal.migration, origin);
    const address = modalAddress(caller.accessToken, modal.rootId, modal.retries);
    return { url: pageAddress(baseUrl.of(headers), modalPath(address), locale) };
  };

const outcomeType = (status: MigrationStatus): SessionOutcome['event']['type'] => {
  if (status.startsWith('COMPLETE')) return 'migration_modal.completed';
  return status === 'FAILED' ? 'migration_modal.failed' : 'migration_modal.cancelled';
};

const outcomeOf = ({ run, migrationId }: StoredModal): SessionOutcome => {
  const { status, since, reason } = run;
  const isComplete = status.startsWith('COMPLETE');
  return {
    source: brand.eventSource,
    event: {
      type: outcomeType(status),
      data: {
        migration_id: migrationId,
        status,
        at: new Date(since).toISOString(),
        ...(reason !== null && { reason }),
        ...(isComplete && { counts: copiedCounts(run, migrationId, since) ?? null }),
      },
    },
  };
};

/** `GET /sessions/v1/outcome`: the modal's status and URL, and an outcome that a closed page of the SDK missed. */
export const outcomeOfSession =
  (baseUrl: BaseUrl): OperationHandler<typeof readOutcome> =>
  async ({ headers, caller: { modal, accessToken } }) => {
    embedderOf(headers, baseUrl);
    const { status } = modal.run;
    if (status === 'NOT_READY') return refuse(404, 'This access token has no outcome yet.');
    const address = modalAddress(accessToken, modal.rootId, modal.retries);
    const url = pageAddress(baseUrl.of(headers), modalPath(address), undefined);
    return { url, status, ...(hasEnded(status) && { outcome: outcomeOf(modal) }) };
  };

export const resumeModal =
  (store: Store, baseUrl: BaseUrl): OperationHandler<typeof operations.resumeModal> =>
  async ({ query, caller, headers }) => {
    const origin = embedderOf(headers, baseUrl);
    const modal = await store.modals.findByAccessToken(caller.hash);
    if (modal === undefined) return refuse(404, 'This access token has no modal.');
    await store.modals.setOrigin(modal.migration, origin);
    const address = modalAddress(caller.accessToken, modal.rootId, modal.retries);
    return {
      url: pageAddress(baseUrl.of(headers), modalPath(address), caller.bound.locale ?? query.locale),
      status: modal.run.status,
    };
  };

import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type DisabledReason,
  type Endpoint,
  type endpointChangesSchema,
  maxEndpoints,
  rotationOverlapMs,
} from '#shared/webhooks-api/endpoints.ts';
import { plainName } from '#shared/plain-name.ts';
import type { ChangeAuthor } from '../base/actor.ts';
import type { NewEndpoint } from './webhook-store.ts';
import { auditIn, type Dialect, first, hasRows, isoTime, type Program, run } from '../base/program.ts';

export const newId = (prefix: 'ep' | 'dlv' | 'evt'): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** Returns how far the organization's clock is ahead, in milliseconds. */
export function* readOffset(organization: number): Program<number> {
  const row = yield* first<{ offset: number }>('SELECT offset_ms AS "offset" FROM organizations WHERE number = $1', [
    organization,
  ]);
  return row?.offset ?? Number.NaN;
}

/** The part of a URL that the audit log may contain; the rest may be secret. */
const hostOf = (url: string): string => new URL(url).host;

/** Number of the newest deliveries that `recent` counts. */
const recentDeliveries = 100;

const columns = `id, url, description, statuses, disabled, created, previous_until AS "previousUntil",
  failed_at AS "failedAt", failed_status AS status, failed_error AS error`;

interface EndpointRow extends Pick<Endpoint, 'id' | 'url' | 'description'> {
  readonly statuses: string | null;
  readonly disabled: DisabledReason | null;
  readonly created: number;
  readonly previousUntil: number | null;
  readonly failedAt: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

function* withRecent(organization: number, row: EndpointRow, clock: number): Program<Endpoint> {
  const recent = yield* first<Record<'delivered' | 'failed', number | null>>(
    `SELECT sum(CASE WHEN state = 'delivered' THEN 1 ELSE 0 END) AS delivered,
       sum(CASE WHEN state <> 'delivered' THEN 1 ELSE 0 END) AS failed
     FROM (SELECT state FROM webhook_deliveries
       WHERE organization = $1 AND endpoint = $2 AND tried IS NOT NULL ORDER BY number DESC LIMIT ${recentDeliveries}) AS newest`,
    [organization, row.id],
  );
  const { id, url, description, statuses, disabled, created, previousUntil: until, failedAt, status, error } = row;
  return {
    id,
    url,
    description: plainName(description),
    statuses: (statuses?.split(' ') ?? null) as Endpoint['statuses'],
    disabled: disabled !== null,
    disabled_reason: disabled,
    created: isoTime(created),
    previous_secret_until: until !== null && until > clock ? isoTime(until) : null,
    recent: {
      delivered: recent?.delivered ?? 0,
      failed: recent?.failed ?? 0,
      last_failure: failedAt === null ? null : { at: isoTime(failedAt), status, error },
    },
  };
}

const ownCondition = 'organization = $1 AND id = $2 AND removed IS NULL';

export const readEndpoint = (organization: number, id: string, lock = ''): Program<EndpointRow | undefined> =>
  first(`SELECT ${columns} FROM webhook_endpoints WHERE ${ownCondition}${lock}`, [organization, id]);

export function* listEndpoints(organization: number, now: number): Program<readonly Endpoint[]> {
  const offset = yield* readOffset(organization);
  const rows = yield* run<EndpointRow>(
    `SELECT ${columns} FROM webhook_endpoints WHERE organization = $1 AND removed IS NULL ORDER BY created, id`,
    [organization],
  );
  const endpoints: Endpoint[] = [];
  for (const row of rows) endpoints.push(yield* withRecent(organization, row, now + offset));
  return endpoints;
}

function* showEndpoint(organization: number, id: string, now: number): Program<Endpoint> {
  const row = yield* readEndpoint(organization, id);
  if (row === undefined) throw new TypeError('an endpoint of this transaction is missing');
  return yield* withRecent(organization, row, now + (yield* readOffset(organization)));
}

/** Locks an organization's fan-out position until the commit, so a whole batch sees an endpoint change or none does. */
export function* lockCursor(organization: number, { lock }: Dialect): Program<void> {
  yield* run(`SELECT organization FROM webhook_cursors WHERE organization = $1${lock('webhook_cursors')}`, [
    organization,
  ]);
}

/** Creates and locks the fan-out position, so that concurrent additions can't exceed the limit of endpoints. */
function* beginCursor(organization: number, dialect: Dialect): Program<void> {
  yield* run(
    `INSERT INTO webhook_cursors (organization, position, last_delivery)
     SELECT CAST($1 AS integer), coalesce((SELECT head FROM event_heads WHERE organization = CAST($1 AS integer)), 0), 0
     WHERE true ON CONFLICT (organization) DO NOTHING`,
    [organization],
  );
  yield* lockCursor(organization, dialect);
}

export function* addEndpoint(
  dialect: Dialect,
  organization: number,
  { url, description, statuses, secret }: NewEndpoint,
  by: ChangeAuthor,
): Program<Endpoint | undefined> {
  yield* beginCursor(organization, dialect);
  const endpoints = yield* run('SELECT id FROM webhook_endpoints WHERE organization = $1 AND removed IS NULL', [
    organization,
  ]);
  if (endpoints.length >= maxEndpoints) return undefined;
  const id = newId('ep');
  const offset = yield* readOffset(organization);
  yield* run(
    `INSERT INTO webhook_endpoints (organization, id, url, description, statuses, secret, created, failures, started)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, coalesce((SELECT head FROM event_heads WHERE organization = $1), 0))`,
    [organization, id, url, description, statuses?.join(' ') ?? null, secret, by.now + offset],
  );
  yield* auditIn(organization, { action: 'webhook.create', subject: id, details: { host: hostOf(url), statuses } }, by);
  return yield* showEndpoint(organization, id, by.now);
}

export function* changeEndpoint(
  { lock }: Dialect,
  organization: number,
  id: string,
  changes: z.output<typeof endpointChangesSchema>,
  by: ChangeAuthor,
): Program<Endpoint | undefined> {
  const row = yield* readEndpoint(organization, id, lock('webhook_endpoints'));
  if (row === undefined) return undefined;
  const { url, description, statuses, disabled } = changes;
  const { disabled: disabledBefore } = row;
  const resetSql = disabled === false && disabledBefore !== null ? ', failures = 0, failing_since = NULL' : '';
  yield* run(
    `UPDATE webhook_endpoints SET url = $3, description = $4, statuses = $5, disabled = $6${resetSql} WHERE ${ownCondition}`,
    [
      organization,
      id,
      url ?? row.url,
      description ?? row.description,
      statuses === undefined ? row.statuses : (statuses?.join(' ') ?? null),
      disabled === undefined ? disabledBefore : disabled ? (disabledBefore ?? 'person') : null,
    ],
  );
  const { url: _url, ...others } = changes;
  const details = { ...others, ...(url !== undefined && { host: hostOf(url) }) };
  yield* auditIn(organization, { action: 'webhook.change', subject: id, details }, by);
  return yield* showEndpoint(organization, id, by.now);
}

export function* removeEndpoint(
  dialect: Dialect,
  organization: number,
  id: string,
  by: ChangeAuthor,
): Program<boolean> {
  yield* lockCursor(organization, dialect);
  const row = yield* first<{ url: string }>(
    `UPDATE webhook_endpoints SET removed = $3, secret = '', previous_secret = NULL WHERE ${ownCondition} RETURNING url`,
    [organization, id, by.now],
  );
  if (row === undefined) return false;
  yield* auditIn(organization, { action: 'webhook.remove', subject: id, details: { host: hostOf(row.url) } }, by);
  return true;
}

export function* rotateSecret(
  organization: number,
  id: string,
  secret: string,
  by: ChangeAuthor,
): Program<string | undefined> {
  const offset = yield* readOffset(organization);
  const until = by.now + offset + rotationOverlapMs;
  const isRotated = yield* hasRows(
    `UPDATE webhook_endpoints SET previous_secret = secret, previous_until = $3, secret = $4 WHERE ${ownCondition} RETURNING id`,
    [organization, id, until, secret],
  );
  if (!isRotated) return undefined;
  yield* auditIn(
    organization,
    { action: 'webhook.rotate', subject: id, details: { previousUntil: isoTime(until) } },
    by,
  );
  return isoTime(until);
}

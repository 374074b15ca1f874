import { statusEventType, testEventType } from '#shared/webhooks-api/event-types.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryState,
  type DeliveryWithBody,
  deliveryStates,
} from '#shared/webhooks-api/deliveries.ts';
import type { StatusEvent, TestEvent } from '#shared/webhooks-api/events.ts';
import type { ChangeAuthor } from '../base/actor.ts';
import type { DeliveryFilter } from './webhook-store.ts';
import { lockCursor, newId, readEndpoint, readOffset } from './endpoints.ts';
import {
  auditIn,
  type Dialect,
  first,
  insert,
  isoTime,
  isoOrNull,
  publicId,
  type Program,
  type Row,
  run,
  textOrNull,
} from '../base/program.ts';

/** Maximum per call. More deliveries would lock the tables too long. */
const maxReplayed = 10_000;

const toDelivery = (row: Row, attempts: readonly Attempt[]): Delivery => {
  const body = JSON.parse(String(row['body'])) as StatusEvent | TestEvent;
  const change = body.type === statusEventType ? body : undefined;
  return {
    id: String(row['id']),
    endpoint: String(row['endpoint']),
    event: {
      id: String(row['event_id']),
      type: body.type,
      timestamp: body.timestamp,
      migration: textOrNull(row['migration']),
      previous_status: change?.previous_status ?? null,
      status: change?.data.status ?? null,
      sequence: change?.sequence ?? null,
    },
    state: row['state'] as DeliveryState,
    attempts: [...attempts],
    next_attempt: isoOrNull(row['due']),
    created: isoTime(row['created']),
  };
};

type AttemptRow = Attempt & { readonly delivery: number };

const toAttempt = ({ delivery: _delivery, at, ...attempt }: AttemptRow): Attempt => ({ at: isoTime(at), ...attempt });

const columns = 'number, id, endpoint, event_id, migration, body, state, due, created';

function* withAttempts(organization: number, rows: readonly Row[]): Program<readonly Delivery[]> {
  const numbers = rows.map(({ number }) => Number(number));
  const attempts =
    numbers.length === 0
      ? []
      : yield* run<AttemptRow>(
          `SELECT delivery, at, duration_ms, status, reply, error FROM webhook_attempts
           WHERE organization = $1 AND delivery IN (${numbers.join(', ')}) ORDER BY delivery, number`,
          [organization],
        );
  const byDelivery = Map.groupBy(attempts, ({ delivery }) => delivery);
  return rows.map((row) => toDelivery(row, (byDelivery.get(Number(row['number'])) ?? []).map(toAttempt)));
}

/** Deliveries of a removed endpoint are hidden immediately and deleted later in batches. */
const deletedCondition = `endpoint IN (SELECT id FROM webhook_endpoints WHERE organization = $1 AND removed IS NOT NULL)`;

export function* listDeliveries(
  organization: number,
  { endpoint, migration, state, after, limit }: DeliveryFilter,
): Program<{ readonly results: readonly Delivery[]; readonly next: number | null }> {
  const values: (string | number)[] = [organization];
  const conditions = ['organization = $1'];
  const narrow = (condition: string, value: string | number | undefined): void => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  narrow('endpoint =', endpoint);
  narrow('migration =', migration);
  // A literal instead of a parameter, so that the query planner can use the index of that state.
  const knownState = deliveryStates.find((name) => name === state);
  if (knownState !== undefined) conditions.push(`state = '${knownState}'`);
  narrow('number <', after);
  const sql = `SELECT ${columns} FROM webhook_deliveries WHERE ${conditions.join(' AND ')} AND NOT ${deletedCondition}
    ORDER BY number DESC LIMIT ${limit + 1}`;
  const rows = yield* run(sql, values);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? Number(page.at(-1)?.['number']) : null;
  return { results: yield* withAttempts(organization, page), next };
}

export function* readDelivery(organization: number, id: string): Program<DeliveryWithBody | undefined> {
  const rows = yield* run(
    `SELECT ${columns} FROM webhook_deliveries WHERE organization = $1 AND id = $2 AND NOT ${deletedCondition}`,
    [organization, id],
  );
  const [shown] = yield* withAttempts(organization, rows);
  return shown && { ...shown, body: String(rows[0]?.['body']) };
}

function* showDelivery(organization: number, number: number): Program<Delivery> {
  const rows = yield* run(`SELECT ${columns} FROM webhook_deliveries WHERE organization = $1 AND number = $2`, [
    organization,
    number,
  ]);
  const [shown] = yield* withAttempts(organization, rows);
  if (shown === undefined) throw new TypeError('a delivery of this transaction is missing');
  return shown;
}

/** Reserves numbers for deliveries and returns the first. Locks the organization's cursor row until the commit. */
export function* takeNumbers(organization: number, count: number): Program<number> {
  const row = yield* first(
    'UPDATE webhook_cursors SET last_delivery = last_delivery + $2 WHERE organization = $1 RETURNING last_delivery',
    [organization, count],
  );
  return Number(row?.['last_delivery']) - count + 1;
}

export function* testEndpoint(
  dialect: Dialect,
  organization: number,
  id: string,
  by: ChangeAuthor,
): Program<Delivery | 'unknown' | 'disabled'> {
  yield* lockCursor(organization, dialect);
  const row = yield* readEndpoint(organization, id);
  if (row === undefined) return 'unknown';
  if (row['disabled'] !== null) return 'disabled';
  const at = by.now + (yield* readOffset(organization));
  const data = { object: 'endpoint', id, organization_id: yield* publicId(organization) };
  const body = JSON.stringify({ type: testEventType, timestamp: isoTime(at), data });
  const number = yield* takeNumbers(organization, 1);
  const ids = { id: newId('dlv'), endpoint: id, event_id: newId('evt') };
  const schedule = { state: 'pending', due: at, scheduled: at, created: at, tries: 0 };
  yield* insert('webhook_deliveries', { organization, number, ...ids, body, ...schedule });
  yield* auditIn(organization, { action: 'webhook.test', subject: id }, by);
  return yield* showDelivery(organization, number);
}

export function* replayDelivery(
  { lock }: Dialect,
  organization: number,
  id: string,
  by: ChangeAuthor,
): Program<Delivery | 'unknown' | 'disabled'> {
  // If cleanup is deleting the delivery, the lock makes this query wait and then find nothing.
  const delivery = yield* first<{ number: number; endpoint: string }>(
    `SELECT number, endpoint FROM webhook_deliveries WHERE organization = $1 AND id = $2${lock('webhook_deliveries')}`,
    [organization, id],
  );
  const endpoint = delivery && (yield* readEndpoint(organization, delivery.endpoint));
  if (delivery === undefined || endpoint === undefined) return 'unknown';
  if (endpoint['disabled'] !== null) return 'disabled';
  const offset = yield* readOffset(organization);
  yield* run(
    `UPDATE webhook_deliveries SET state = 'pending', due = $3, scheduled = $3, tries = 0
     WHERE organization = $1 AND number = $2`,
    [organization, delivery.number, by.now + offset],
  );
  yield* auditIn(organization, { action: 'webhook.replay', subject: endpoint.id, details: { delivery: id } }, by);
  return yield* showDelivery(organization, delivery.number);
}

export function* replayFailed(
  organization: number,
  id: string,
  since: number,
  by: ChangeAuthor,
): Program<number | 'unknown' | 'disabled'> {
  const endpoint = yield* readEndpoint(organization, id);
  if (endpoint === undefined) return 'unknown';
  if (endpoint['disabled'] !== null) return 'disabled';
  const offset = yield* readOffset(organization);
  const rows = yield* run(
    `UPDATE webhook_deliveries SET state = 'pending', due = $3, scheduled = $3, tries = 0
     WHERE organization = $1 AND number IN (
       SELECT number FROM webhook_deliveries
       WHERE organization = $1 AND endpoint = $2 AND coalesce(tried, created) >= $4
         AND (state = 'failed' OR state = 'pending' AND tries > 0)
       ORDER BY number LIMIT ${maxReplayed}) AND state <> 'delivered' RETURNING number`,
    [organization, id, by.now + offset, since],
  );
  const details = { since: isoTime(since), deliveries: rows.length };
  yield* auditIn(organization, { action: 'webhook.replay', subject: id, details }, by);
  return rows.length;
}

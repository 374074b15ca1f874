import type { Migration } from '#shared/migration-api/migration.ts';
import { takeNumbers } from './deliveries.ts';
import { newId, readOffset } from './endpoints.ts';
import { type Dialect, eventsAfter, first, type Program, type Row, run, textOrNull } from '../base/program.ts';

/** Rows per statement, so that a large backlog stays below the database's time limit. */
const deliveriesPerStatement = 50;

const insertDeliveries = ({ inserter }: Dialect) =>
  inserter({
    table: 'webhook_deliveries',
    columnTypes: {
      organization: 'integer',
      number: 'bigint',
      id: 'text',
      endpoint: 'text',
      event_id: 'text',
      migration: 'text',
      body: 'text',
      state: 'text',
      due: 'bigint',
      created: 'bigint',
      scheduled: 'bigint',
      tries: 'integer',
    },
  });

/** The event must be newer than the endpoint and have a selected status. A 410 ends an endpoint's events. */
const wantsEvent = (endpoint: Row, position: number, status: string): boolean =>
  Number(endpoint['started']) < position &&
  endpoint['disabled'] !== 'gone' &&
  (textOrNull(endpoint['statuses'])?.split(' ').includes(status) ?? true);

/** Returns an event's deliveries, without their numbers. A delivery to a disabled endpoint is created as failed. */
const deliveriesOf = (event: Row, endpoints: readonly Row[], organization: number, at: number) => {
  const body = String(event['body']);
  const { id: migration, status } = (JSON.parse(body) as { data: Migration }).data;
  return endpoints
    .filter((endpoint) => wantsEvent(endpoint, Number(event['position']), status))
    .map(({ id, disabled }) => ({
      organization,
      id: newId('dlv'),
      endpoint: String(id),
      event_id: String(event['id']),
      migration,
      body,
      ...(disabled === null ? { state: 'pending', due: at } : { state: 'failed', due: null }),
      created: at,
      scheduled: at,
      tries: 0,
    }));
};

/**
 * Creates deliveries for the next events of the organization served longest ago, so that a backlog doesn't delay other
 * organizations. Skips organizations that another instance serves. Returns the number of events, or 1 if only the
 * cursor moved.
 */
export function* fanOut(dialect: Dialect, now: number, limit: number): Program<number> {
  const cursor = yield* first(
    `SELECT webhook_cursors.organization AS organization, position, head FROM webhook_cursors
     JOIN event_heads ON event_heads.organization = webhook_cursors.organization
     WHERE head > position ORDER BY served, webhook_cursors.organization LIMIT 1${dialect.lock('webhook_cursors', 'SKIP LOCKED')}`,
  );
  if (cursor === undefined) return 0;
  const organization = Number(cursor['organization']);
  const { position, head } = cursor;
  const events = yield* run(eventsAfter(dialect), [organization, Number(position), Number(head), limit]);
  const endpoints = yield* run(
    'SELECT id, statuses, disabled, started FROM webhook_endpoints WHERE organization = $1 AND removed IS NULL ORDER BY created, id',
    [organization],
  );
  const at = now + (yield* readOffset(organization));
  const deliveries = events.flatMap((event) => deliveriesOf(event, endpoints, organization, at));
  const number = deliveries.length === 0 ? 0 : yield* takeNumbers(organization, deliveries.length);
  const rows = deliveries.map((delivery, index) => ({ ...delivery, number: number + index }));
  const insertRows = insertDeliveries(dialect);
  for (let from = 0; from < rows.length; from += deliveriesPerStatement)
    yield* insertRows(rows.slice(from, from + deliveriesPerStatement));
  // If the events up to `head` were deleted, the position continues at `head`.
  const last = events.at(-1)?.['position'] ?? head;
  yield* run('UPDATE webhook_cursors SET position = $2, served = $3 WHERE organization = $1', [
    organization,
    Number(last),
    now,
  ]);
  return Math.max(events.length, 1);
}

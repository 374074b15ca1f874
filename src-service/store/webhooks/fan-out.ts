import type { Migration } from '#shared/migration-api/migration.ts';
import { takeNumbers } from './deliveries.ts';
import { newId, readOrganization } from './endpoints.ts';
import { type Dialect, first, type Program, type Row, run, textOrNull } from '../base/program.ts';

/** Rows per INSERT. A row has ten values, and databases limit the number of parameters. */
const deliveriesPerStatement = 50;

interface NewDelivery {
  readonly endpoint: string;
  readonly eventId: string;
  readonly migration: string;
  readonly body: string;
  /** False if the endpoint is disabled. The delivery then counts as failed from the start. */
  readonly isPending: boolean;
}

/**
 * Whether an endpoint receives an event. The event must be newer than the endpoint and have a selected status, and the
 * endpoint must not be disabled by a 410.
 */
const wantsEvent = (endpoint: Row, position: number, status: string): boolean =>
  Number(endpoint['started']) < position &&
  endpoint['disabled'] !== 'gone' &&
  (textOrNull(endpoint['statuses'])?.split(' ').includes(status) ?? true);

const deliveriesOf = (event: Row, endpoints: readonly Row[]): NewDelivery[] => {
  const body = String(event['body']);
  const { id, status } = (JSON.parse(body) as { data: Migration }).data;
  return endpoints
    .filter((endpoint) => wantsEvent(endpoint, Number(event['position']), status))
    .map((endpoint) => ({
      endpoint: String(endpoint['id']),
      eventId: String(event['id']),
      migration: id,
      body,
      isPending: endpoint['disabled'] === null,
    }));
};

function* insertDeliveries(organization: number, deliveries: readonly NewDelivery[], at: number): Program<void> {
  let number = deliveries.length === 0 ? 0 : yield* takeNumbers(organization, deliveries.length);
  for (let from = 0; from < deliveries.length; from += deliveriesPerStatement) {
    const values: (string | number | null)[] = [];
    const rows = deliveries
      .slice(from, from + deliveriesPerStatement)
      .map(({ endpoint, eventId, migration, body, isPending }) => {
        const dueAt = isPending ? at : null;
        const row = [
          organization,
          number++,
          newId('dlv'),
          endpoint,
          eventId,
          migration,
          body,
          isPending ? 'pending' : 'failed',
          dueAt,
          at,
        ];
        return `(${row.map((value) => `$${values.push(value)}`).join(', ')}, $${values.length}, 0)`;
      });
    yield* run(
      `INSERT INTO webhook_deliveries
         (organization, number, id, endpoint, event_id, migration, body, state, due, created, scheduled, tries)
       VALUES ${rows.join(', ')}`,
      ...values,
    );
  }
}

/**
 * Creates deliveries for one organization's next events. Chooses the one served longest ago, so that a backlog doesn't
 * delay others, and skips those that another instance serves. Returns the number of events; 1 if only the cursor moved.
 */
export function* fanOut(dialect: Dialect, now: number, limit: number): Program<number> {
  const cursor = yield* first(
    `SELECT webhook_cursors.organization AS organization, position, head FROM webhook_cursors
     JOIN event_heads ON event_heads.organization = webhook_cursors.organization
     WHERE head > position ORDER BY served, webhook_cursors.organization LIMIT 1${dialect.lockAvailable('webhook_cursors')}`,
  );
  if (cursor === undefined) return 0;
  const organization = Number(cursor['organization']);
  const events = yield* run(dialect.eventsAfter, organization, Number(cursor['position']), limit);
  const endpoints = yield* run(
    'SELECT id, statuses, disabled, started FROM webhook_endpoints WHERE organization = $1 AND removed IS NULL ORDER BY created, id',
    organization,
  );
  const { offset } = yield* readOrganization(organization);
  const deliveries = events.flatMap((event) => deliveriesOf(event, endpoints));
  yield* insertDeliveries(organization, deliveries, now + offset);
  // The events were deleted up to the head read above, so the position continues there. Newer events may follow.
  const last = events.at(-1)?.['position'] ?? cursor['head'];
  yield* run(
    'UPDATE webhook_cursors SET position = $2, served = $3 WHERE organization = $1',
    organization,
    Number(last),
    now,
  );
  return Math.max(events.length, 1);
}

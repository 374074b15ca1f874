import { deliveriesKeptMs } from '#shared/webhooks-api/deliveries.ts';
import { rotationOverlapMs } from '#shared/webhooks-api/endpoints.ts';
import type { WebhookBacklog } from './webhook-store.ts';
import { first, type Program, run, suspendedSince } from '../base/program.ts';

/**
 * Resets organization `$1` after its clock moved back. `$2` is the store's time. Restarts delays and limits overlaps,
 * so that nothing waits for a time in the far future.
 */
export const clockSetBackStatements: readonly string[] = [
  `UPDATE webhook_deliveries SET due = CAST($2 AS bigint) + due - scheduled, scheduled = $2
   WHERE organization = $1 AND state = 'pending' AND scheduled > $2`,
  'UPDATE webhook_deliveries SET created = $2 WHERE organization = $1 AND created > $2',
  'UPDATE webhook_endpoints SET failing_since = $2 WHERE organization = $1 AND failing_since > $2',
  `UPDATE webhook_endpoints SET previous_until = CAST($2 AS bigint) + ${rotationOverlapMs}
   WHERE organization = $1 AND previous_until > CAST($2 AS bigint) + ${rotationOverlapMs}`,
];

export function* releaseClaims(start: string | undefined): Program<void> {
  const claimCondition = start === undefined ? 'lease IS NOT NULL' : 'claim LIKE $1 AND lease IS NOT NULL';
  yield* run(
    `UPDATE webhook_deliveries SET claim = NULL, lease = NULL WHERE ${claimCondition}`,
    start === undefined ? [] : [`${start}%`],
  );
}

type NumberRow = Readonly<Record<'number', number>>;
const joinNumbers = (rows: readonly NumberRow[]): string => rows.map(({ number }) => number).join(', ');

function* dropDeliveries(organization: number, rows: readonly NumberRow[], condition = 'true'): Program<number> {
  if (rows.length === 0) return 0;
  // Deletes the deliveries first, because that statement waits for a concurrent attempt or replay.
  const droppedRows = yield* run<NumberRow>(
    `DELETE FROM webhook_deliveries WHERE organization = $1 AND number IN (${joinNumbers(rows)}) AND ${condition} RETURNING number`,
    [organization],
  );
  if (droppedRows.length > 0)
    yield* run(`DELETE FROM webhook_attempts WHERE organization = $1 AND delivery IN (${joinNumbers(droppedRows)})`, [
      organization,
    ]);
  return droppedRows.length;
}

interface SweptEndpoint {
  readonly organization: number;
  readonly id: string;
  readonly removed: number | null;
}

function* endPending({ organization, id }: SweptEndpoint, limit: number): Program<number> {
  const rows = yield* run(
    `UPDATE webhook_deliveries SET state = 'failed', due = NULL, claim = NULL, lease = NULL
     WHERE organization = $1 AND number IN (
       SELECT number FROM webhook_deliveries WHERE organization = $1 AND endpoint = $2 AND state = 'pending' LIMIT $3)
       AND state = 'pending' RETURNING number`,
    [organization, id, limit],
  );
  return rows.length;
}

function* dropRemoved({ organization, id }: SweptEndpoint, limit: number): Program<number> {
  const rows = yield* run<NumberRow>(
    'SELECT number FROM webhook_deliveries WHERE organization = $1 AND endpoint = $2 LIMIT $3',
    [organization, id, limit],
  );
  const droppedCount = yield* dropDeliveries(organization, rows);
  if (rows.length < limit)
    yield* run('DELETE FROM webhook_endpoints WHERE organization = $1 AND id = $2', [organization, id]);
  return Math.max(droppedCount, 1);
}

export function* sweepEndpoints(limit: number): Program<number> {
  const endpoint = yield* first<SweptEndpoint>(
    `SELECT organization, id, removed FROM webhook_endpoints e
     WHERE removed IS NOT NULL OR disabled IS NOT NULL AND EXISTS (
       SELECT 1 FROM webhook_deliveries d
       WHERE d.organization = e.organization AND d.endpoint = e.id AND d.state = 'pending')
     LIMIT 1`,
  );
  if (endpoint === undefined) return 0;
  return endpoint.removed === null ? yield* endPending(endpoint, limit) : yield* dropRemoved(endpoint, limit);
}

export function* forgetDeliveries(now: number, limit: number): Program<number> {
  let droppedCount = 0;
  const organizations = yield* run<Record<'organization' | 'offset', number>>(
    'SELECT organization, offset_ms AS "offset" FROM webhook_cursors JOIN organizations ON number = organization',
  );
  for (const { organization, offset } of organizations) {
    const rows = yield* run<NumberRow>(
      `SELECT number FROM webhook_deliveries
       WHERE organization = $1 AND created < $2 AND state <> 'pending' ORDER BY created LIMIT $3`,
      [organization, now + offset - deliveriesKeptMs, limit],
    );
    droppedCount += yield* dropDeliveries(organization, rows, `state <> 'pending'`);
  }
  return droppedCount;
}

export function* readBacklog(now: number): Program<WebhookBacklog> {
  const events = yield* first(
    `SELECT coalesce(sum(head - position), 0) AS events FROM webhook_cursors
     JOIN event_heads ON event_heads.organization = webhook_cursors.organization WHERE head > position`,
  );
  const deliveries = yield* first(`SELECT count(*) AS deliveries FROM webhook_deliveries WHERE state = 'pending'`);
  // Reads one row per organization through the index of states.
  const oldest = yield* first(
    `SELECT max(CAST($1 AS bigint) + offset_ms - created) AS age
     FROM webhook_cursors JOIN organizations ON organizations.number = webhook_cursors.organization
     JOIN webhook_deliveries ON webhook_deliveries.organization = webhook_cursors.organization
       AND webhook_deliveries.number = (
         SELECT min(d.number) FROM webhook_deliveries d
         WHERE d.organization = webhook_cursors.organization AND d.state = 'pending')
     WHERE ${suspendedSince('webhook_cursors.organization')} IS NULL`,
    [now],
  );
  return {
    events: Number(events?.['events']),
    deliveries: Number(deliveries?.['deliveries']),
    oldestMs: Math.max(0, Number(oldest?.['age'] ?? 0)),
  };
}

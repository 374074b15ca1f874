import type { DisabledReason } from '#shared/webhooks-api/endpoints.ts';
import type { ClaimedDelivery, ClaimWanted, FinishedTry } from '../webhook-store.ts';
import { auditEndpoint, readOrganization } from './endpoints.ts';
import { type Dialect, first, numberOrNull, type Program, type Row, run, textOrNull } from '../program.ts';

/**
 * After this many consecutive failed or slow attempts, an endpoint gets one attempt at a time until a quick one
 * succeeds.
 */
const failuresToSlow = 5;
/** A slower success counts as slow, because it occupies a slot as long as a failure does. */
const slowTryMs = 2_000;
/** An endpoint is disabled if every attempt fails for this long. */
const failingForMs = 5 * 24 * 3_600_000;
/** Due deliveries read per free slot, because deliveries of one migration wait for each other. */
const lookedAt = 4;

/**
 * SQL condition: no other delivery of the same migration is being attempted. `d` is the delivery, `now` the store's own
 * time.
 */
const isFree = (now: string): string => `NOT EXISTS (
      SELECT 1 FROM webhook_deliveries r
      WHERE r.organization = d.organization AND r.endpoint = d.endpoint AND r.lease > ${now} AND r.migration = d.migration)`;

const runningOfOrganization = `(SELECT count(*) FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.lease > $1)`;

const runningTries = `(SELECT count(*) FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.endpoint = e.id AND d.lease > $1)`;

/**
 * Endpoints with a due delivery and a free slot. `$2` limits the running attempts per endpoint, `$3` those of a failing
 * or slow one, and `$4` those of its organization.
 * The LIMIT counts only endpoints that can be attempted now, so waiting endpoints don't block others.
 */
const readyEndpoints = ({ lockFree }: Dialect): string => `
  SELECT e.organization AS organization, e.id AS id, url, secret, previous_secret, previous_until, failures, offset_ms,
    ${runningTries} AS running, ${runningOfOrganization} AS running_of_organization
  FROM webhook_endpoints e JOIN organizations o ON o.number = e.organization
  WHERE disabled IS NULL AND removed IS NULL AND EXISTS (
    SELECT 1 FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.endpoint = e.id AND d.state = 'pending'
      AND d.due <= $1 + offset_ms AND (d.lease IS NULL OR d.lease <= $1) AND ${isFree('$1')})
    AND ${runningTries} < CASE WHEN failures >= ${failuresToSlow} THEN CAST($3 AS integer) ELSE CAST($2 AS integer) END
    AND ${runningOfOrganization} < CAST($4 AS integer)
  ORDER BY e.asked LIMIT 200${lockFree('e')}`;

const dueDeliveries = `
  SELECT number, event_id, migration, body, tries, due FROM webhook_deliveries d
  WHERE organization = $1 AND endpoint = $2 AND state = 'pending' AND due <= $3 AND (lease IS NULL OR lease <= $4)
    AND ${isFree('$4')}
  ORDER BY due, number LIMIT $5`;

const oldestOfEach = (due: readonly Row[]): Row[] => {
  const chosen = new Map<unknown, Row>();
  for (const row of due) {
    const key = row['migration'] ?? `test ${String(row['number'])}`;
    const before = chosen.get(key);
    if (before === undefined || Number(row['number']) < Number(before['number'])) chosen.set(key, row);
  }
  return [...chosen.values()];
};

function* claimOf(
  endpoint: Row,
  free: number,
  { now, claim, leaseMs }: ClaimWanted,
): Program<readonly ClaimedDelivery[]> {
  const organization = Number(endpoint['organization']);
  const id = String(endpoint['id']);
  const clock = now + Number(endpoint['offset_ms']);
  const due = yield* run(dueDeliveries, organization, id, clock, now, free * lookedAt);
  const taken = oldestOfEach(due).slice(0, free);
  if (taken.length === 0) return [];
  const numbers = taken.map(({ number }) => Number(number)).join(', ');
  yield* run(
    `UPDATE webhook_deliveries SET claim = $2, lease = $3 WHERE organization = $1 AND number IN (${numbers})`,
    organization,
    claim,
    now + leaseMs,
  );
  yield* run('UPDATE webhook_endpoints SET asked = $3 WHERE organization = $1 AND id = $2', organization, id, now);
  const previous =
    (numberOrNull(endpoint['previous_until']) ?? 0) > clock ? textOrNull(endpoint['previous_secret']) : null;
  return taken.map((row) => ({
    organization,
    number: Number(row['number']),
    endpoint: id,
    url: String(endpoint['url']),
    secrets: [String(endpoint['secret']), ...(previous === null ? [] : [previous])],
    eventId: String(row['event_id']),
    body: String(row['body']),
    tries: Number(row['tries']),
    due: Number(row['due']),
    claim,
  }));
}

/**
 * Claims due deliveries. Each endpoint has its own slots, so that a slow endpoint delays no other. Least recently used
 * endpoints come first.
 */
export function* claimDeliveries(dialect: Dialect, wanted: ClaimWanted): Program<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  const { now, perEndpoint, perFailing, perOrganization } = wanted;
  const running = new Map<number, number>();
  for (const endpoint of yield* run(readyEndpoints(dialect), now, perEndpoint, perFailing, perOrganization)) {
    const organization = Number(endpoint['organization']);
    const ofOrganization = running.get(organization) ?? Number(endpoint['running_of_organization']);
    const isFailing = Number(endpoint['failures']) >= failuresToSlow;
    const allowed = (isFailing ? perFailing : perEndpoint) - Number(endpoint['running']);
    const free = Math.min(allowed, perOrganization - ofOrganization, wanted.limit - claimed.length);
    if (free <= 0) continue;
    const more = yield* claimOf(endpoint, free, wanted);
    claimed.push(...more);
    running.set(organization, ofOrganization + more.length);
  }
  return claimed;
}

function* noteSuccess(
  { organization, endpoint }: ClaimedDelivery,
  { attempt }: Pick<FinishedTry, 'attempt'>,
): Program<undefined> {
  // A slow success limits the endpoint to one attempt at a time, but never disables it.
  const isSlow = attempt.duration_ms > slowTryMs;
  yield* run(
    `UPDATE webhook_endpoints SET failures = ${isSlow ? 'failures + 1' : '0'}, failing_since = NULL
     WHERE organization = $1 AND id = $2${isSlow ? '' : ' AND (failing_since IS NOT NULL OR failures > 0)'}`,
    organization,
    endpoint,
  );
  return undefined;
}

function* noteFailure(
  { organization, endpoint }: ClaimedDelivery,
  { attempt, isDeleted }: FinishedTry,
  now: number,
  clock: number,
): Program<DisabledReason | undefined> {
  const row = yield* first(
    `UPDATE webhook_endpoints SET failures = failures + 1, failing_since = coalesce(failing_since, $3),
       failed_at = $3, failed_status = $4, failed_error = $5
     WHERE organization = $1 AND id = $2 AND removed IS NULL RETURNING disabled, failing_since`,
    organization,
    endpoint,
    clock,
    attempt.status,
    attempt.error,
  );
  if (row === undefined || row['disabled'] !== null) return undefined;
  const isFailing = clock - Number(row['failing_since']) >= failingForMs;
  const reason = isDeleted ? 'gone' : isFailing ? 'failing' : undefined;
  if (reason === undefined) return undefined;
  yield* run(
    'UPDATE webhook_endpoints SET disabled = $3 WHERE organization = $1 AND id = $2',
    organization,
    endpoint,
    reason,
  );
  yield* auditEndpoint(organization, 'webhook.disable', endpoint, { by: 'service', now }, { reason });
  return reason;
}

/** Stores an attempt and its consequences while the claim is valid. */
export function* finishTry(
  { lock }: Dialect,
  claimed: ClaimedDelivery,
  done: FinishedTry,
  now: number,
): Program<DisabledReason | undefined> {
  const { organization, number, claim } = claimed;
  const found = yield* first(
    `SELECT tries, due, scheduled FROM webhook_deliveries WHERE organization = $1 AND number = $2 AND claim = $3${lock('webhook_deliveries')}`,
    organization,
    number,
    claim,
  );
  if (found === undefined) return undefined;
  const { offset } = yield* readOrganization(organization);
  const clock = now + offset;
  const { duration_ms: duration, status, reply, error } = done.attempt;
  yield* run(
    `INSERT INTO webhook_attempts (organization, delivery, number, at, duration_ms, status, reply, error)
     SELECT CAST($1 AS integer), CAST($2 AS bigint),
       (SELECT count(*) FROM webhook_attempts WHERE organization = CAST($1 AS integer) AND delivery = CAST($2 AS bigint)) + 1,
       CAST($3 AS bigint), CAST($4 AS integer), CAST($5 AS integer), CAST($6 AS text), CAST($7 AS text)`,
    organization,
    number,
    clock - duration,
    duration,
    status,
    reply,
    error,
  );
  // Fewer attempts or a later due time mean that the delivery was replayed in the meantime.
  const isReplayed = error !== null && (Number(found['tries']) < claimed.tries || Number(found['due']) > claimed.due);
  const next = error !== null && done.pause !== undefined ? clock + done.pause : null;
  const due = isReplayed ? Number(found['due']) : next;
  const state = error === null ? 'delivered' : due === null ? 'failed' : 'pending';
  yield* run(
    `UPDATE webhook_deliveries SET state = $3, due = $4, scheduled = $5, tried = $6, tries = $7, claim = NULL, lease = NULL
     WHERE organization = $1 AND number = $2`,
    organization,
    number,
    state,
    due,
    isReplayed ? Number(found['scheduled']) : clock,
    clock,
    isReplayed ? 0 : Number(found['tries']) + 1,
  );
  return error === null ? yield* noteSuccess(claimed, done) : yield* noteFailure(claimed, done, now, clock);
}

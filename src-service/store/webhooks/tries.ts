import type { ClaimedDelivery, ClaimOptions } from './webhook-store.ts';
import { type Dialect, type Program, run, suspendedSince } from '../base/program.ts';

/** After this many consecutive failed or slow attempts, an endpoint gets one attempt at a time until a fast success. */
const failuresToSlow = 5;

/** Keeps PostgreSQL from rewriting a subquery as a join, which took seconds with old statistics. */
const oneRowLimit = 'LIMIT 1 OFFSET 0';

/**
 * Earlier events of the migration were delivered or have failed permanently, and none is being replayed. `d` is the
 * delivery, `now` the store's time. Due times don't give this order, because instances estimate the time differently.
 */
const isNext = (now: string): string => `NOT EXISTS (
      SELECT 1 FROM webhook_deliveries r
      WHERE r.organization = d.organization AND r.endpoint = d.endpoint AND r.migration = d.migration
        AND r.state = 'pending' AND (r.number < d.number OR r.lease > ${now}) ${oneRowLimit})`;

const runningOfOrganization = `(SELECT count(*) FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.lease > $1)`;

const runningTries = `(SELECT count(*) FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.endpoint = e.id AND d.lease > $1)`;

/**
 * Endpoints with a due delivery and a free slot. `$2` limits attempts per endpoint, `$3` those of a failing or slow
 * endpoint, `$4` those of an organization. The LIMIT skips waiting endpoints, so that they don't block others.
 */
interface ReadyEndpoint extends Pick<ClaimedDelivery, 'organization' | 'url'> {
  readonly id: string;
  readonly secret: string;
  readonly previous: string | null;
  readonly previousUntil: number | null;
  readonly failures: number;
  readonly offset: number;
  readonly running: number;
  readonly ofOrganization: number;
}

const readyEndpoints = ({ lock }: Dialect): string => `
  SELECT e.organization AS organization, e.id AS id, url, secret, previous_secret AS previous,
    previous_until AS "previousUntil", failures, offset_ms AS "offset", ${runningTries} AS running,
    ${runningOfOrganization} AS "ofOrganization"
  FROM webhook_endpoints e JOIN organizations o ON o.number = e.organization
  WHERE disabled IS NULL AND removed IS NULL AND ${suspendedSince('e.organization')} IS NULL AND EXISTS (
    SELECT 1 FROM webhook_deliveries d
    WHERE d.organization = e.organization AND d.endpoint = e.id AND d.state = 'pending'
      AND d.due <= $1 + offset_ms AND (d.lease IS NULL OR d.lease <= $1) AND ${isNext('$1')} ${oneRowLimit})
    AND ${runningTries} < CASE WHEN failures >= ${failuresToSlow} THEN CAST($3 AS integer) ELSE CAST($2 AS integer) END
    AND ${runningOfOrganization} < CAST($4 AS integer)
  ORDER BY e.asked LIMIT 200${lock('e', 'SKIP LOCKED')}`;

const dueDeliveries = `
  SELECT number, event_id AS "eventId", body, tries, due FROM webhook_deliveries d
  WHERE organization = $1 AND endpoint = $2 AND state = 'pending' AND due <= $3 AND (lease IS NULL OR lease <= $4)
    AND ${isNext('$4')}
  ORDER BY due, number LIMIT $5`;

function* claimOf(
  { rowsOf }: Dialect,
  { id, organization, url, secret, previous, previousUntil, offset }: ReadyEndpoint,
  free: number,
  { now, claim, leaseMs }: ClaimOptions,
): Program<readonly ClaimedDelivery[]> {
  const clock = now + offset;
  const claimedRows = yield* run<Pick<ClaimedDelivery, 'number' | 'eventId' | 'body' | 'tries' | 'due'>>(
    dueDeliveries,
    [organization, id, clock, now, free],
  );
  if (claimedRows.length === 0) return [];
  yield* run(
    `UPDATE webhook_deliveries SET claim = $2, lease = $3
     WHERE organization = $1 AND number IN (SELECT number FROM ${rowsOf('$4', { number: 'bigint' })})`,
    [organization, claim, now + leaseMs, JSON.stringify(claimedRows.map(({ number }) => ({ number })))],
  );
  yield* run('UPDATE webhook_endpoints SET asked = $3 WHERE organization = $1 AND id = $2', [organization, id, now]);
  const secrets = [secret, ...(previous !== null && (previousUntil ?? 0) > clock ? [previous] : [])];
  return claimedRows.map((row) => ({
    ...row,
    organization,
    endpoint: id,
    url,
    secrets,
    claim,
  }));
}

export function* claimDeliveries(dialect: Dialect, wanted: ClaimOptions): Program<readonly ClaimedDelivery[]> {
  const claimedDeliveries: ClaimedDelivery[] = [];
  const { now, perEndpoint, perFailing, perOrganization } = wanted;
  const running = new Map<number, number>();
  const limits = [now, perEndpoint, perFailing, perOrganization];
  for (const endpoint of yield* run<ReadyEndpoint>(readyEndpoints(dialect), limits)) {
    const { organization } = endpoint;
    const ofOrganization = running.get(organization) ?? endpoint.ofOrganization;
    const allowedCount = (endpoint.failures >= failuresToSlow ? perFailing : perEndpoint) - endpoint.running;
    const freeCount = Math.min(allowedCount, perOrganization - ofOrganization, wanted.limit - claimedDeliveries.length);
    if (freeCount <= 0) continue;
    const newClaims = yield* claimOf(dialect, endpoint, freeCount, wanted);
    claimedDeliveries.push(...newClaims);
    running.set(organization, ofOrganization + newClaims.length);
  }
  return claimedDeliveries;
}

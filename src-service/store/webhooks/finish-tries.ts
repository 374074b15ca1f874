import type { DisabledReason } from '#shared/webhooks-api/endpoints.ts';
import type { ClaimedDelivery, DisabledEndpoint, FinishedAttempt } from './webhook-store.ts';
import { readOffset } from './endpoints.ts';
import { auditIn, type Dialect, first, type Program, type Row, run } from '../base/program.ts';

/** A success slower than this counts toward the endpoint's limit like a failure, because it also occupies a slot. */
const slowTryMs = 2_000;
/** An endpoint is disabled if every attempt fails for this long. */
const failingForMs = 5 * 24 * 3_600_000;

type FinishedDelivery = readonly [claimed: ClaimedDelivery, done: FinishedAttempt];

function* noteSuccess(
  { organization, endpoint }: ClaimedDelivery,
  { attempt }: Pick<FinishedAttempt, 'attempt'>,
): Program<undefined> {
  // A slow success limits the endpoint to one attempt at a time, but never disables it.
  const isSlow = attempt.duration_ms > slowTryMs;
  yield* run(
    `UPDATE webhook_endpoints SET failures = ${isSlow ? 'failures + 1' : '0'}, failing_since = NULL
     WHERE organization = $1 AND id = $2${isSlow ? '' : ' AND (failing_since IS NOT NULL OR failures > 0)'}`,
    [organization, endpoint],
  );
  return undefined;
}

function* noteFailure(
  { organization, endpoint }: ClaimedDelivery,
  { attempt, isDeleted }: FinishedAttempt,
  now: number,
  clock: number,
): Program<DisabledReason | undefined> {
  const row = yield* first(
    `UPDATE webhook_endpoints SET failures = failures + 1, failing_since = coalesce(failing_since, $3),
       failed_at = $3, failed_status = $4, failed_error = $5
     WHERE organization = $1 AND id = $2 AND removed IS NULL RETURNING disabled, failing_since`,
    [organization, endpoint, clock, attempt.status, attempt.error],
  );
  if (row === undefined || row['disabled'] !== null) return undefined;
  const isFailing = clock - Number(row['failing_since']) >= failingForMs;
  const reason = isDeleted ? 'gone' : isFailing ? 'failing' : undefined;
  if (reason === undefined) return undefined;
  yield* run('UPDATE webhook_endpoints SET disabled = $3 WHERE organization = $1 AND id = $2', [
    organization,
    endpoint,
    reason,
  ]);
  const change = { action: 'webhook.disable', subject: endpoint, details: { reason } } as const;
  yield* auditIn(organization, change, { by: 'service', now });
  return reason;
}

const attemptColumns = {
  delivery: 'bigint',
  number: 'integer',
  at: 'bigint',
  duration: 'integer',
  status: 'integer',
  reply: 'text',
  error: 'text',
} as const;

const resultColumns = {
  number: 'bigint',
  state: 'text',
  due: 'bigint',
  scheduled: 'bigint',
  tries: 'integer',
} as const;

/** Returns the state of a delivery after an attempt. `found` is the delivery's locked row. */
const resultOf = ([claimed, { attempt, pause }]: FinishedDelivery, found: Row, clock: number) => {
  const isDelivered = attempt.error === null;
  // Fewer attempts or a later due time mean that the delivery was replayed during the attempt.
  const isReplayed = !isDelivered && (Number(found['tries']) < claimed.tries || Number(found['due']) > claimed.due);
  const next = !isDelivered && pause !== undefined ? clock + pause : null;
  const dueAt = isReplayed ? Number(found['due']) : next;
  return {
    number: claimed.number,
    state: isDelivered ? 'delivered' : dueAt === null ? 'failed' : 'pending',
    due: dueAt,
    scheduled: isReplayed ? Number(found['scheduled']) : clock,
    tries: isReplayed ? 0 : Number(found['tries']) + 1,
  };
};

/** Gives the migration's later events this due time, so that claims needn't scan past events that can't be sent. */
function* moveFollowers(
  { organization, endpoint, number }: ClaimedDelivery,
  migration: string,
  due: number | null,
  clock: number,
): Program<void> {
  const changeCondition = due === null ? 'tries = 0 AND lease IS NULL AND due > $5' : 'due < $5';
  yield* run(
    `UPDATE webhook_deliveries SET due = $5, scheduled = $6
     WHERE organization = $1 AND endpoint = $2 AND migration = $3 AND number > $4 AND state = 'pending' AND ${changeCondition}`,
    [organization, endpoint, migration, number, due ?? clock, clock],
  );
}

function* noteAll(
  tries: readonly FinishedDelivery[],
  now: number,
  clock: number,
): Program<readonly DisabledEndpoint[]> {
  const disabledEndpoints: DisabledEndpoint[] = [];
  // All instances use the same order, which prevents deadlocks.
  const byEndpoint = [...Map.groupBy(tries, ([{ endpoint }]) => endpoint)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [endpoint, own] of byEndpoint) {
    const areAllFast = own.every(([, { attempt }]) => attempt.error === null && attempt.duration_ms <= slowTryMs);
    for (const [claimed, done] of areAllFast ? own.slice(0, 1) : own) {
      const reason =
        done.attempt.error === null ? yield* noteSuccess(claimed, done) : yield* noteFailure(claimed, done, now, clock);
      if (reason !== undefined) disabledEndpoints.push({ endpoint, reason });
    }
  }
  return disabledEndpoints;
}

function* finishOf(
  { lock, rowsOf }: Dialect,
  organization: number,
  tries: readonly FinishedDelivery[],
  now: number,
): Program<readonly DisabledEndpoint[]> {
  const rows = yield* run(
    `SELECT d.number, d.claim, d.migration, d.tries, d.due, d.scheduled, (SELECT count(*) FROM webhook_attempts a
       WHERE a.organization = d.organization AND a.delivery = d.number) AS attempts
     FROM webhook_deliveries d
     WHERE d.organization = $1 AND d.number IN (SELECT number FROM ${rowsOf('$2', { number: 'bigint' })})
     ORDER BY d.number${lock('d')}`,
    [organization, JSON.stringify(tries.map(([{ number }]) => ({ number })))],
  );
  const byNumber = new Map(rows.map((row) => [Number(row['number']), row]));
  const clock = now + (yield* readOffset(organization));
  const validTries = tries.flatMap((one) => {
    const found = byNumber.get(one[0].number);
    return found?.['claim'] === one[0].claim ? [{ one, found, result: resultOf(one, found, clock) }] : [];
  });
  if (validTries.length === 0) return [];
  yield* run(
    `INSERT INTO webhook_attempts (organization, delivery, number, at, duration_ms, status, reply, error)
     SELECT CAST($1 AS integer), delivery, number, at, duration, status, reply, error
     FROM ${rowsOf('$2', attemptColumns)}`,
    [
      organization,
      JSON.stringify(
        validTries.map(({ one: [{ number }, { attempt }], found }) => ({
          delivery: number,
          number: Number(found['attempts']) + 1,
          at: clock - attempt.duration_ms,
          duration: attempt.duration_ms,
          status: attempt.status,
          reply: attempt.reply,
          error: attempt.error,
        })),
      ),
    ],
  );
  yield* run(
    `UPDATE webhook_deliveries SET state = v.state, due = v.due, scheduled = v.scheduled, tried = $3, tries = v.tries,
       claim = NULL, lease = NULL
     FROM ${rowsOf('$2', resultColumns)}
     WHERE webhook_deliveries.organization = $1 AND webhook_deliveries.number = v.number`,
    [organization, JSON.stringify(validTries.map(({ result }) => result)), clock],
  );
  for (const { one, found, result } of validTries) {
    const isFirst = Number(found['attempts']) === 0;
    if (found['migration'] !== null && !(isFirst && result.state === 'delivered'))
      yield* moveFollowers(one[0], String(found['migration']), result.due, clock);
  }
  return yield* noteAll(
    validTries.map(({ one }) => one),
    now,
    clock,
  );
}

export function* finishTries(
  dialect: Dialect,
  tries: readonly FinishedDelivery[],
  now: number,
): Program<readonly DisabledEndpoint[]> {
  const disabled: DisabledEndpoint[] = [];
  const byOrganization = [...Map.groupBy(tries, ([{ organization }]) => organization)];
  for (const [organization, own] of byOrganization.toSorted(([one], [other]) => one - other))
    disabled.push(...(yield* finishOf(dialect, organization, own, now)));
  return disabled;
}

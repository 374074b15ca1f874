import { activityKeptDays, type ActivityDetail, type ActivityStep } from '#shared/activity-api/activity-steps.ts';
import type { FunnelStep } from '#shared/activity-api/activity.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { ActivityEntry } from '../migration-engine/record-activity.ts';
import { randomCrockford } from './crockford.ts';
import { organizationOf, positionOf } from './list-rows.ts';
import {
  bindPrograms,
  type Dialect,
  first,
  type Program,
  type Row,
  run,
  type RunProgram,
  textOrNull,
} from './base/program.ts';

/** Times are in milliseconds since 1970. */
interface StoredSession {
  /** Position in the organization's list of migrations. Newer sessions have higher positions. */
  readonly position: number;
  readonly reference: string;
  readonly migrationId: string;
  readonly userId: string;
  readonly status: MigrationStatus;
  readonly startedAt: number;
  /** When the status last changed. */
  readonly since: number;
}

/** Number of sessions with the same provider, last step and status. */
export interface FunnelRow {
  readonly provider: string | null;
  readonly reached: FunnelStep;
  readonly status: MigrationStatus;
  readonly sessions: number;
}

export type SessionFilter =
  | { readonly userId: string }
  | { readonly reference: string }
  | { readonly requestId: string }
  | {
      readonly since: number;
      readonly until: number;
      /** Matches sessions whose last step is one of these. */
      readonly steps: readonly FunnelStep[];
      /** Null for sessions without a provider. Undefined for all sessions. */
      readonly provider?: string | null;
    };

const dayMs = 24 * 3_600_000;

/** 32^8 possible references, so guessing finds no session. */
export const newReference = (): string => randomCrockford(8);

export const activityTables = `
  CREATE TABLE modal_sessions (
    organization bigint NOT NULL,
    position bigint NOT NULL,
    reference text NOT NULL,
    user_id text NOT NULL,
    started bigint NOT NULL,
    PRIMARY KEY (organization, position)
  );
  CREATE UNIQUE INDEX modal_sessions_by_reference ON modal_sessions (organization, reference);
  CREATE INDEX modal_sessions_by_user ON modal_sessions (organization, user_id, position);
  CREATE INDEX modal_sessions_by_start ON modal_sessions (organization, started);
  CREATE TABLE activity (
    organization bigint NOT NULL,
    position bigint NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    step text NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (organization, position, number)
  )`;

/** JSON of further entries from the same change. Null if there are none. */
export const activityOthers = 'ALTER TABLE activity ADD COLUMN others text;';

export const sqliteRequestId = "detail ->> 'request_id'";
export const postgresRequestId = "CAST(detail AS json) ->> 'request_id'";
/** Skips the engine's entries, which have no request ID, without parsing JSON. */
const mayHaveRequestIdSql = `detail LIKE '%"request_id"%'`;
export const requestIndex = (requestId: string): string => `
  DROP INDEX IF EXISTS activity_by_request;
  CREATE INDEX activity_by_request ON activity (organization, (${requestId})) WHERE ${mayHaveRequestIdSql};`;

function* readEntries(migration: number, after: number, limit: number): Program<readonly ActivityEntry[]> {
  const rows = yield* run(
    'SELECT number, at, step, detail, others FROM activity WHERE organization = $1 AND position = $2 ORDER BY number',
    [organizationOf(migration), positionOf(migration)],
  );
  // If a change repeats the last entry of an earlier change, the later row replaces that entry.
  const entries = new Map<number, ActivityEntry>();
  for (const { number, at, step, detail, others } of rows) {
    const entryFields = { number: Number(number), at: Number(at), step: step as ActivityStep };
    entries.set(entryFields.number, { ...entryFields, detail: JSON.parse(String(detail)) as ActivityDetail });
    const following = JSON.parse(textOrNull(others) ?? '[]') as readonly ActivityEntry[];
    for (const entry of following) entries.set(entry.number, entry);
  }
  return [...entries.values()].filter(({ number }) => number > after).slice(0, limit);
}

const loginNumber = (name: string): string => `CAST(runs.state -> 'login' ->> '${name}' AS bigint)`;

const reachedSql = `CASE
  WHEN migrations.status IN ('COMPLETE', 'COMPLETED_WITH_FAILURES') THEN 'ended'
  WHEN runs.state ->> 'begun' IS NOT NULL THEN 'consent_given'
  WHEN ${loginNumber('successes')} > 0 THEN 'sign_in_succeeded'
  WHEN ${loginNumber('failures')} > 0 OR runs.state -> 'login' ->> 'step' IN ('code', 'company') THEN 'sign_in_started'
  WHEN runs.state ->> 'provider' IS NOT NULL THEN 'provider_chosen'
  WHEN runs.state ->> 'opened' IS NOT NULL THEN 'modal_opened'
  ELSE 'session_created' END`;

/** The values of the condition start at `$4`. */
const conditionOf = (
  filter: SessionFilter,
  { requestId }: Dialect,
): { readonly sql: string; readonly values: readonly (string | number)[] } => {
  if ('userId' in filter) return { sql: 's.user_id = $4', values: [filter.userId] };
  if ('reference' in filter) return { sql: 's.reference = $4', values: [filter.reference] };
  if ('requestId' in filter) {
    const entries = `SELECT position FROM activity WHERE organization = $1 AND ${requestId} = $4 AND ${mayHaveRequestIdSql}`;
    return { sql: `s.position IN (${entries})`, values: [filter.requestId] };
  }
  const { since, until, steps, provider } = filter;
  const reachedCondition = `${reachedSql} IN (${steps.map((step) => `'${step}'`).join(', ')})`;
  const startedCondition = `s.started >= $4 AND s.started < $5 AND ${reachedCondition}`;
  if (provider === undefined) return { sql: startedCondition, values: [since, until] };
  const providerSql = "runs.state ->> 'provider'";
  return provider === null
    ? { sql: `${startedCondition} AND ${providerSql} IS NULL`, values: [since, until] }
    : { sql: `${startedCondition} AND ${providerSql} = $6`, values: [since, until, provider] };
};

function* readSessions(
  dialect: Dialect,
  organization: number,
  filter: SessionFilter,
  before: number,
  limit: number,
): Program<readonly StoredSession[]> {
  const { sql, values } = conditionOf(filter, dialect);
  return yield* run<StoredSession>(
    `SELECT s.position AS position, s.reference AS reference, s.user_id AS "userId", s.started AS "startedAt",
       migrations.id AS "migrationId", migrations.status AS status,
       CAST(coalesce(runs.state ->> 'since', '0') AS bigint) AS since
     FROM ${dialect.sessionRuns}
     WHERE s.organization = $1 AND s.position < $2 AND ${sql} ORDER BY s.position DESC LIMIT $3`,
    [organization, before, limit, ...values],
  );
}

function* countFunnel(
  { sessionRuns }: Dialect,
  organization: number,
  since: number,
  until: number,
): Program<readonly FunnelRow[]> {
  return yield* run<FunnelRow>(
    `SELECT provider, reached, status, count(*) AS sessions FROM (
       SELECT runs.state ->> 'provider' AS provider, ${reachedSql} AS reached, migrations.status AS status
       FROM ${sessionRuns} WHERE s.organization = $1 AND s.started >= $2 AND s.started < $3
     ) AS counted GROUP BY provider, reached, status`,
    [organization, since, until],
  );
}

/** Deletes sessions with their entries. Each row has an `organization` and a `position`. Returns the session count. */
export function* dropSessions(sessions: readonly Row[]): Program<number> {
  for (const { organization, position } of sessions) {
    for (const table of ['activity', 'modal_sessions']) {
      const sql = `DELETE FROM ${table} WHERE organization = $1 AND position = $2`;
      yield* run(sql, [Number(organization), Number(position)]);
    }
  }
  return sessions.length;
}

/** Reads activity. The run store writes an entry in the transaction of the change that the entry describes. */
export const createActivityStore = (runProgram: RunProgram, dialect: Dialect) =>
  bindPrograms(runProgram, {
    /** Undefined for sample data, and after the retention period. */
    *reference(migration: number): Program<string | undefined> {
      const sql = 'SELECT reference FROM modal_sessions WHERE organization = $1 AND position = $2';
      return (yield* first<{ reference: string }>(sql, [organizationOf(migration), positionOf(migration)]))?.reference;
    },
    /** Returns the entries of the migration with this row number, after entry number `after`. */
    entries: readEntries,
    /** Returns sessions before this position, newest first. */
    sessions: readSessions.bind(undefined, dialect),
    /** Counts sessions that started from `since` to before `until`. */
    funnel: countFunnel.bind(undefined, dialect),
    /** Deletes up to `limit` sessions after their retention, by their organization's clock. Returns their number. */
    *forget(now: number, limit: number, keptDays = activityKeptDays): Program<number> {
      const oldSessions = yield* run(
        `SELECT modal_sessions.organization AS organization, position FROM organizations
         JOIN modal_sessions ON modal_sessions.organization = organizations.number
         WHERE started < $1 + offset_ms - $2 LIMIT $3`,
        [now, keptDays * dayMs, limit],
      );
      return yield* dropSessions(oldSessions);
    },
  });

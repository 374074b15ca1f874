import { activityKeptDays, type ActivityDetail, type ActivityStep } from '#shared/activity-api/activity-steps.ts';
import type { FunnelStep } from '#shared/activity-api/activity.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { randomCrockford } from './crockford.ts';
import { organizationOf, positionOf } from './list-rows.ts';
import {
  type Dialect,
  first,
  numberOrNull,
  type Program,
  type Row,
  run,
  type RunProgram,
  textOrNull,
} from './program.ts';

export interface StoredEntry {
  readonly number: number;
  readonly at: number;
  readonly step: ActivityStep;
  readonly detail: ActivityDetail;
}

export interface StoredSession {
  /** Position in the organization's list of migrations; newer sessions have higher ones. */
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

type SessionFilter = { readonly userId: string } | { readonly reference: string };

/** Entries are written by the run store, in the transaction of the change that they describe. */
export interface ActivityStore {
  /** The reference of a migration's session. Undefined for sample data, and after the retention period. */
  reference(migration: number): Promise<string | undefined>;
  /** Entries after the entry with this number. @param migration row number */
  entries(migration: number, after: number, limit: number): Promise<readonly StoredEntry[]>;
  /** Sessions before this position, newest first. */
  sessions(
    organization: number,
    filter: SessionFilter,
    before: number,
    limit: number,
  ): Promise<readonly StoredSession[]>;
  /** Counts sessions that started from `since` to before `until`. */
  funnel(organization: number, since: number, until: number): Promise<readonly FunnelRow[]>;
  /** Deletes up to `limit` sessions past the retention period by their organization's clock. Returns the count. */
  forget(now: number, limit: number, keptDays?: number): Promise<number>;
}

const dayMs = 24 * 3_600_000;

/** 32^8 references: guessing finds no session. */
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

function* readEntries(migration: number, after: number, limit: number): Program<readonly StoredEntry[]> {
  const rows = yield* run(
    `SELECT number, at, step, detail FROM activity
     WHERE organization = $1 AND position = $2 AND number > $3 ORDER BY number LIMIT $4`,
    organizationOf(migration),
    positionOf(migration),
    after,
    limit,
  );
  return rows.map(({ number, at, step, detail }) => ({
    number: Number(number),
    at: Number(at),
    step: String(step) as ActivityStep,
    detail: JSON.parse(String(detail)) as ActivityDetail,
  }));
}

function* readSessions(
  { sessionRuns }: Dialect,
  organization: number,
  filter: SessionFilter,
  [before, limit]: readonly [number, number],
): Program<readonly StoredSession[]> {
  const [column, value] = 'userId' in filter ? ['user_id', filter.userId] : ['reference', filter.reference];
  const rows = yield* run(
    `SELECT s.position AS position, s.reference AS reference, s.user_id AS user_id, s.started AS started,
       migrations.id AS migration, migrations.status AS status, runs.state ->> 'since' AS since
     FROM ${sessionRuns}
     WHERE s.organization = $1 AND s.${column} = $2 AND s.position < $3 ORDER BY s.position DESC LIMIT $4`,
    organization,
    value,
    before,
    limit,
  );
  return rows.map((row) => ({
    position: Number(row['position']),
    reference: String(row['reference']),
    migrationId: String(row['migration']),
    userId: String(row['user_id']),
    status: String(row['status']) as MigrationStatus,
    startedAt: Number(row['started']),
    since: numberOrNull(row['since']) ?? 0,
  }));
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

function* countFunnel(
  { sessionRuns }: Dialect,
  organization: number,
  since: number,
  until: number,
): Program<readonly FunnelRow[]> {
  const rows = yield* run(
    `SELECT provider, reached, status, count(*) AS sessions FROM (
       SELECT runs.state ->> 'provider' AS provider, ${reachedSql} AS reached, migrations.status AS status
       FROM ${sessionRuns} WHERE s.organization = $1 AND s.started >= $2 AND s.started < $3
     ) AS counted GROUP BY provider, reached, status`,
    organization,
    since,
    until,
  );
  return rows.map((row) => ({
    provider: textOrNull(row['provider']),
    reached: String(row['reached']) as FunnelStep,
    status: String(row['status']) as MigrationStatus,
    sessions: Number(row['sessions']),
  }));
}

/** Deletes sessions, given as rows with `organization` and `position`, and their entries. Returns their number. */
export function* dropSessions(sessions: readonly Row[]): Program<number> {
  for (const { organization, position } of sessions) {
    for (const table of ['activity', 'modal_sessions']) {
      const sql = `DELETE FROM ${table} WHERE organization = $1 AND position = $2`;
      yield* run(sql, Number(organization), Number(position));
    }
  }
  return sessions.length;
}

/** Creates the activity store on the statements of either database. */
export const createActivityStore = (runProgram: RunProgram, dialect: Dialect): ActivityStore => ({
  reference: (migration) =>
    runProgram(function* () {
      const row = yield* first(
        'SELECT reference FROM modal_sessions WHERE organization = $1 AND position = $2',
        organizationOf(migration),
        positionOf(migration),
      );
      return row && String(row['reference']);
    }),
  entries: (migration, after, limit) => runProgram(() => readEntries(migration, after, limit)),
  sessions: (organization, filter, before, limit) =>
    runProgram(() => readSessions(dialect, organization, filter, [before, limit])),
  funnel: (organization, since, until) => runProgram(() => countFunnel(dialect, organization, since, until)),
  forget: (now, limit, keptDays = activityKeptDays) =>
    runProgram(function* () {
      const old = yield* run(
        `SELECT modal_sessions.organization AS organization, position FROM organizations
         JOIN modal_sessions ON modal_sessions.organization = organizations.number
         WHERE started < $1 + offset_ms - $2 LIMIT $3`,
        now,
        keptDays * dayMs,
        limit,
      );
      return yield* dropSessions(old);
    }),
});

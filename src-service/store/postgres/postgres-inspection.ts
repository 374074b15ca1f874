import { auditEntries, findBreak } from '../base/audit-store.ts';
import { createAuditStore } from '../create-audit-store.ts';
import { type Figures, createTally, type Inspection, type SoundnessChecks, soundnessFault } from '../inspection.ts';
import type { Database, Session } from './database.ts';
import { createPostgresPrograms, postgresDialect } from './postgres-programs.ts';

const wrongCountSql = (table: string): string =>
  `SELECT count(*) AS count FROM organizations
   WHERE ${table} <> (SELECT count(*) FROM ${table} WHERE organization = number)
   OR ${table} <> (SELECT coalesce(max(position), 0) FROM ${table} WHERE organization = number)`;

const checks: SoundnessChecks = {
  migrations: wrongCountSql('migrations'),
  companies: wrongCountSql('companies'),
  statuses: `SELECT count(*) AS count FROM migrations WHERE status IS DISTINCT FROM json::json ->> 'status'`,
  runs: 'SELECT count(*) AS count FROM runs LEFT JOIN migrations USING (organization, position) WHERE id IS NULL',
  modals: 'SELECT count(*) AS count FROM modals LEFT JOIN runs USING (organization, position) WHERE state IS NULL',
  events: `SELECT count(*) AS count FROM event_heads WHERE head - first + 1 <> (
    SELECT count(*) FROM events
    WHERE events.organization = event_heads.organization AND position BETWEEN first AND head)`,
};

const latestSql = `
  SELECT greatest(
    (SELECT max(created) FROM api_keys), (SELECT max(written) FROM probes),
    (SELECT max(last_migration_created - offset_ms) FROM organizations),
    (SELECT floor(extract(epoch FROM (entry::json ->> 'at')::timestamptz) * 1000)
     FROM audit_entries ORDER BY number DESC LIMIT 1), 0)::bigint AS latest`;

const rowsPerBatch = 2_000;

/** Reads rows with a cursor, in byte order, so that the memory use doesn't depend on the size of the tables. */
const figuresOf = async (session: Session): Promise<Figures> => {
  const names = await session.run(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p') ORDER BY relname`,
  );
  const figures: Record<string, Figures[string]> = {};
  for (const name of names.map((row) => String(row['name']))) {
    const tally = createTally();
    await session.run(
      `DECLARE tally NO SCROLL CURSOR FOR SELECT stored::text AS row FROM ${name} AS stored ORDER BY stored::text COLLATE "C"`,
    );
    for (;;) {
      const rows = await session.run(`FETCH ${rowsPerBatch} FROM tally`);
      if (rows.length === 0) break;
      for (const { row } of rows) tally.add(String(row));
    }
    await session.run('CLOSE tally');
    figures[name] = tally.figures();
  }
  return figures;
};

export const inspectPostgres = (database: Database): Promise<Inspection> =>
  database.inLongTransaction(async (session) => {
    await session.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const faults: string[] = [];
    for (const [name, sql] of Object.entries(checks)) {
      const count = Number((await session.run(sql))[0]?.['count']);
      if (count > 0) faults.push(soundnessFault(name as keyof SoundnessChecks, count));
    }
    const audit = createAuditStore(createPostgresPrograms({ ...database, ...session }), postgresDialect);
    const auditBreak = await findBreak(auditEntries(audit, Number.MAX_SAFE_INTEGER), await audit.head());
    if (auditBreak !== undefined) faults.push(auditBreak.sentence);
    const [row] = await session.run(latestSql);
    return { tables: await figuresOf(session), faults, latest: Number(row?.['latest']) };
  });

import type { DatabaseSync } from 'node:sqlite';
import { type Figures, createTally, type Inspection, type SoundnessChecks, soundnessFault } from '../inspection.ts';
import { rowsPerOrganization } from '../list-rows.ts';
import { auditEntries, findBreak } from '../base/audit-store.ts';
import { createAuditStore } from '../create-audit-store.ts';
import { createSqlitePrograms, sqliteDialect } from './sqlite-programs.ts';

const rowsOf = (table: string): string =>
  `FROM ${table} WHERE row > number * ${rowsPerOrganization} AND row < (number + 1) * ${rowsPerOrganization}`;
const wrongCountSql = (table: string): string =>
  `SELECT count(*) AS count FROM organizations WHERE ${table} <> (SELECT count(*) ${rowsOf(table)})
   OR ${table} <> (SELECT coalesce(max(row) - number * ${rowsPerOrganization}, 0) ${rowsOf(table)})`;

const checks: SoundnessChecks = {
  migrations: wrongCountSql('migrations'),
  companies: wrongCountSql('companies'),
  statuses: `SELECT count(*) AS count FROM migrations WHERE status IS NOT json ->> '$.status'`,
  runs: 'SELECT count(*) AS count FROM runs WHERE migration NOT IN (SELECT row FROM migrations)',
  modals: 'SELECT count(*) AS count FROM modals WHERE migration NOT IN (SELECT migration FROM runs)',
  events: `SELECT count(*) AS count FROM event_heads WHERE head - first + 1 <> (
    SELECT count(*) FROM events
    WHERE row >= organization * ${rowsPerOrganization} + first AND row <= organization * ${rowsPerOrganization} + head)`,
};

/** Returns a row as JSON, with bytes converted to strings. */
const rowText = (row: Record<string, unknown>): string =>
  JSON.stringify(row, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );

export const sqliteFigures = (database: DatabaseSync, but?: string): Figures => {
  const nameRows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all();
  const names = nameRows.map(({ name }) => String(name)).filter((name) => name !== but);
  return Object.fromEntries(
    names.map((name) => {
      const tally = createTally();
      for (const row of database.prepare(`SELECT * FROM ${name} ORDER BY rowid`).iterate()) tally.add(rowText(row));
      return [name, tally.figures()];
    }),
  );
};

const latestSql = `
  SELECT max(
    coalesce((SELECT max(created) FROM api_keys), 0), coalesce((SELECT max(written) FROM probes), 0),
    coalesce((SELECT max(last_migration_created - offset_ms) FROM organizations), 0),
    coalesce((SELECT unixepoch(entry ->> '$.at', 'subsec') * 1000 FROM audit_entries ORDER BY number DESC LIMIT 1), 0)
  ) AS latest`;

const inspect = async (database: DatabaseSync): Promise<Inspection> => {
  const integrityLines = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row['integrity_check']));
  const faults = integrityLines.filter((line) => line !== 'ok').map((line) => `SQLite reports: ${line}.`);
  for (const [name, sql] of Object.entries(checks)) {
    const count = Number(database.prepare(sql).get()?.['count']);
    if (count > 0) faults.push(soundnessFault(name as keyof SoundnessChecks, count));
  }
  const audit = createAuditStore(createSqlitePrograms(database), sqliteDialect);
  const auditBreak = await findBreak(auditEntries(audit, Number.MAX_SAFE_INTEGER), await audit.head());
  if (auditBreak !== undefined) faults.push(auditBreak.sentence);
  return { tables: sqliteFigures(database), faults, latest: Number(database.prepare(latestSql).get()?.['latest']) };
};

/** Checks every row in one snapshot: SQLite's integrity check, then the relations. Needs a separate connection. */
export const inspectSqlite = async (database: DatabaseSync): Promise<Inspection> => {
  database.exec('BEGIN');
  try {
    return await inspect(database);
  } finally {
    database.exec('COMMIT');
  }
};

import type { DatabaseSync } from 'node:sqlite';
import { createTally, type Figures, type Inspection, inspectRows } from '../inspection.ts';
import { createSqlitePrograms, sqliteDialect } from './sqlite-programs.ts';

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

const inspect = async (database: DatabaseSync): Promise<Inspection> => {
  const integrityLines = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row['integrity_check']));
  const faults = integrityLines.filter((line) => line !== 'ok').map((line) => `SQLite reports: ${line}.`);
  const { latest, faults: rowFaults } = await inspectRows(createSqlitePrograms(database), sqliteDialect);
  return { tables: sqliteFigures(database), faults: [...faults, ...rowFaults], latest };
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

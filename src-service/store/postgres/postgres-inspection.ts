import { createTally, type Figures, type Inspection, inspectRows } from '../inspection.ts';
import type { Database, Session } from './database.ts';
import { createPostgresPrograms, postgresDialect } from './postgres-programs.ts';

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
    const inspection = await inspectRows(createPostgresPrograms({ ...database, ...session }), postgresDialect);
    return { tables: await figuresOf(session), ...inspection };
  });

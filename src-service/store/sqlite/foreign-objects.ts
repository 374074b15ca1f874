import { DatabaseSync } from 'node:sqlite';
import { schemaVersions } from './schema-versions.ts';

/** Type and name of each table, index, view and trigger. */
const objectsOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT type || ' ' || name AS object FROM sqlite_schema ORDER BY type, name")
    .all()
    .map(({ object }) => String(object));

/** Statistics of the query planner: an operator who runs ANALYZE makes them. */
const isStatistics = (object: string): boolean => /^table sqlite_stat\d$/.test(object);

/**
 * Returns what the schema of this version does not have, such as `trigger on_insert`. A trigger or view that came with a
 * backup would run inside the service for as long as its data lives.
 */
export const foreignObjects = (database: DatabaseSync, version: number, own: readonly string[]): readonly string[] => {
  const expected = new DatabaseSync(':memory:');
  try {
    for (const step of schemaVersions.slice(0, version)) expected.exec(step);
    const known = new Set([...objectsOf(expected), ...own]);
    return objectsOf(database).filter((object) => !known.has(object) && !isStatistics(object));
  } finally {
    expected.close();
  }
};

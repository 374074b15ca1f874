import type { ReadStatus } from '../store-status.ts';
import { lockDataFolder, openDatabase } from './open-database.ts';
import { schemaVersions } from './schema-versions.ts';

export const readSqliteStatus = (folder: string): ReadStatus => {
  const openResult = openDatabase(folder, { existing: true, skipsUpgrade: true });
  if (!openResult.ok) return openResult;
  const schema = Number(openResult.database.prepare('PRAGMA user_version').get()?.['user_version']);
  openResult.database.close();
  const unlock = lockDataFolder(folder);
  unlock?.();
  const knownCount = schemaVersions.length;
  const pending = Math.max(0, knownCount - schema);
  const newerFault =
    schema > knownCount ? `The data has schema ${schema}. Use a newer version of Ferry Service.` : null;
  const inUseFault =
    unlock === undefined && pending > 0 ? 'A Ferry Service is using the folder. Stop the service first.' : null;
  const instances = unlock === undefined ? [{ schema: null }] : [];
  return { ok: true, status: { schema, known: knownCount, pending, instances, obstacle: newerFault ?? inUseFault } };
};

import { parseDatabaseUrl } from '#service/store/postgres/database-address.ts';
import { openPostgresStore } from '#service/store/postgres/postgres-store.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import type { Store } from '#service/store/store.ts';
import { startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase } from '#service/testing/test-data.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';

/** Measures a store that starts empty. */
type MeasureStore<Result> = (name: 'SQLite' | 'PostgreSQL', store: Store) => Promise<Result>;

/** Measures both kinds of store. The PostgreSQL server of the tests runs on Linux only. */
export const onEachStore = async <Result>(measure: MeasureStore<Result>): Promise<Result[]> => {
  const ofSqlite = await withScratchFolder((folder) => measure('SQLite', openServiceStore(folder)));
  if (process.platform !== 'linux') return [ofSqlite];
  const server = await startPostgres();
  try {
    const address = parseDatabaseUrl(await makeDatabase(server.url));
    if (address === undefined) throw new Error('no address');
    return [ofSqlite, await measure('PostgreSQL', await openPostgresStore(address))];
  } finally {
    await server.remove();
  }
};

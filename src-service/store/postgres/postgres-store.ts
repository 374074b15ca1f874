import type { OpenedStore } from '../store.ts';
import type { DatabaseAddress } from './database-address.ts';
import { openDatabase } from './open-database.ts';
import { createPostgresClock } from './postgres-clock.ts';
import { createPostgresFaultRules, createPostgresNextScenario } from './postgres-control.ts';
import { createPostgresKeys } from './postgres-keys.ts';
import { createPostgresList, createPostgresMigrations } from './postgres-lists.ts';
import { createPostgresModals } from './postgres-modals.ts';
import { createPostgresRateLimits } from './postgres-rate-limits.ts';
import { createPostgresRuns } from './postgres-runs.ts';
import { createPostgresSeed } from './postgres-seed.ts';
import { createPostgresTokens } from './postgres-tokens.ts';

/** Opens a store in PostgreSQL, which any number of instances may share. */
export const openPostgresStore = async (
  address: DatabaseAddress,
  options: { existing?: boolean; onLost?: (error: Error) => void } = {},
): Promise<OpenedStore> => {
  const opened = await openDatabase(address, options);
  if (!opened.ok) return opened;
  const { database } = opened;
  return {
    ok: true,
    store: {
      migrations: createPostgresMigrations(database),
      companies: createPostgresList(database, 'companies'),
      keys: createPostgresKeys(database),
      seed: createPostgresSeed(database),
      tokens: createPostgresTokens(database),
      modals: createPostgresModals(database),
      runs: createPostgresRuns(database),
      rateLimits: createPostgresRateLimits(database),
      clock: createPostgresClock(database),
      faults: createPostgresFaultRules(database),
      scenarios: createPostgresNextScenario(database),
      close: () => database.end(),
    },
  };
};

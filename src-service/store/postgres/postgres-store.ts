import { createCopiedItemStore } from '../copied-items.ts';
import type { OpenedStore, OpenOptions } from '../store.ts';
import type { DatabaseAddress } from './database-address.ts';
import { openDatabase } from './open-database.ts';
import { createPostgresAudit } from './postgres-audit.ts';
import { createPostgresBrands } from './postgres-brands.ts';
import { createPostgresClock } from './postgres-clock.ts';
import { createPostgresEvents } from './postgres-events.ts';
import { createPostgresFaultRules, createPostgresNextScenario } from './postgres-control.ts';
import { createPostgresHealth } from './postgres-health.ts';
import { inspectPostgres } from './postgres-inspection.ts';
import { createPostgresKeys } from './postgres-keys.ts';
import { createPostgresList, createPostgresMigrations } from './postgres-lists.ts';
import { createPostgresModals } from './postgres-modals.ts';
import { createPeopleStore } from '../people/create-people-store.ts';
import { createPostgresPrograms, postgresDialect } from './postgres-programs.ts';
import { createPostgresRateLimits } from './postgres-rate-limits.ts';
import { createPostgresRuns } from './postgres-runs.ts';
import { createPostgresSeed } from './postgres-seed.ts';
import { createPostgresTokens } from './postgres-tokens.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';

export const openPostgresStore = async (
  address: DatabaseAddress,
  options: { existing?: boolean } & OpenOptions = {},
): Promise<OpenedStore> => {
  const opened = await openDatabase(address, options);
  if (!opened.ok) return opened;
  const { database, instance } = opened;
  const events = createPostgresEvents(database);
  return {
    ok: true,
    store: {
      migrations: createPostgresMigrations(database),
      companies: createPostgresList(database, 'companies'),
      keys: createPostgresKeys(database),
      seed: createPostgresSeed(database),
      tokens: createPostgresTokens(database, instance),
      modals: createPostgresModals(database, events.outbox),
      runs: createPostgresRuns(database, events.outbox),
      events: events.store,
      rateLimits: createPostgresRateLimits(database),
      clock: createPostgresClock(database),
      faults: createPostgresFaultRules(database),
      scenarios: createPostgresNextScenario(database),
      health: createPostgresHealth(database),
      audit: createPostgresAudit(database),
      brands: createPostgresBrands(database),
      webhooks: createWebhookStore(createPostgresPrograms(database), postgresDialect),
      people: createPeopleStore(createPostgresPrograms(database)),
      copiedItems: createCopiedItemStore(createPostgresPrograms(database)),
      inspect: () => inspectPostgres(database),
      close: () => database.end(),
    },
  };
};

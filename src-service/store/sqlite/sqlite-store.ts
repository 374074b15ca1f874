import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ClockStore, MigrationStore, OpenedStore, Store } from '../store.ts';
import { createActivityStore } from '../activity-store.ts';
import { createCopiedItemStore } from '../copied-items.ts';
import type { EventStore } from '../event-store.ts';
import { createFilteredPages } from '../filtered-pages.ts';
import type { NamedStatement, SqlValue } from '../migration-filter.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import { clockPutBack } from '../webhooks/upkeep.ts';
import { foreignFile } from './foreign-file.ts';
import { createListPages, rowRange, organizationOfSql } from './list-rows.ts';
import { numberedValues } from './numbered-values.ts';
import { sqliteFilters } from './sqlite-filters.ts';
import { createMemoryFaultRules, createMemoryNextScenario } from './memory-control.ts';
import { databaseName, lockDataFolder, lockName, makeFolder, openDatabase } from './open-database.ts';
import { createSqliteAudit } from './sqlite-audit.ts';
import { createSqliteEvents } from './sqlite-events.ts';
import { inspectSqlite } from './sqlite-inspection.ts';
import { createSqliteModals } from './sqlite-modals.ts';
import { createPeopleStore } from '../people/create-people-store.ts';
import { createForgetAudit } from '../forget-audit.ts';
import { createErasureStore } from '../erasure-store.ts';
import { createKeyStore, toKeyOwner } from '../key-store.ts';
import { run as query } from '../program.ts';
import { createSqlitePrograms, sqliteDialect, sqliteErasure } from './sqlite-programs.ts';
import { createSqliteRateLimits } from './sqlite-rate-limits.ts';
import { createSqliteRuns } from './sqlite-runs.ts';
import { createSqliteSeed } from './sqlite-seed.ts';
import { createSqliteTokens, endLoginsSql } from './sqlite-tokens.ts';
import { createSharedReads, inTransaction, type SharedReads } from './transactions.ts';
import type { HealthStore } from '../health-store.ts';
import { type BrandStore, logoNameOf, type StoredBrand } from '../brand-store.ts';

const createSqliteBrands = (database: DatabaseSync): BrandStore => {
  const find = database.prepare(
    'SELECT number FROM organizations WHERE ?1 IS NULL OR name = ?1 ORDER BY number LIMIT 1',
  );
  const shown = database.prepare(`
    SELECT organizations.name AS organizationName, brands.name, brands.accent, brands.logo_name AS logoName
    FROM brands JOIN organizations ON organizations.number = brands.organization WHERE organization = ?`);
  const stored = database.prepare('SELECT name, accent, logo FROM brands WHERE organization = ?');
  const write = database.prepare(
    'INSERT OR REPLACE INTO brands (organization, name, accent, logo, logo_name) VALUES (?, ?, ?, ?, ?)',
  );
  const logo = database.prepare('SELECT logo FROM brands WHERE logo_name = ? LIMIT 1');
  return {
    find: async (name) => find.get(name ?? null)?.['number'] as number | undefined,
    of: async (organization) => shown.get(organization) as unknown as Awaited<ReturnType<BrandStore['of']>>,
    change: async (organization, changes) =>
      inTransaction(database, () => {
        const before = stored.get(organization) as unknown as StoredBrand | undefined;
        const next = { name: null, accent: null, logo: null, ...before, ...changes };
        write.run(organization, next.name, next.accent, next.logo, logoNameOf(next.logo));
      }),
    logo: async (logoName) => logo.get(logoName)?.['logo'] as Uint8Array | undefined,
  };
};

/** SQLITE_BUSY: another process held the write lock for longer than the timeout. */
const busyCode = 5;

const createSqliteHealth = (database: DatabaseSync): HealthStore => {
  const write = database.prepare(
    'INSERT INTO probes (id, written) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
  );
  // Same query as the engine's. The first condition lets it use the index: no organization's clock is further ahead.
  const longestDue = database.prepare(`
    SELECT :now + offset_ms - due AS lag
    FROM runs CROSS JOIN organizations ON organizations.number = ${organizationOfSql('migration')}
    WHERE due <= :now + (SELECT max(offset_ms) FROM organizations) AND due <= :now + offset_ms
    ORDER BY due LIMIT 1`);
  return {
    write: async (now) => void write.run(now),
    isBusy: (error) => error instanceof Error && 'errcode' in error && error.errcode === busyCode,
    lag: async (now) => Number(longestDue.get({ now })?.['lag'] ?? 0),
    connections: () => undefined,
  };
};

const createMigrations = (database: DatabaseSync, reads: SharedReads, events: EventStore): MigrationStore => {
  const prepared = new Map<string, StatementSync>();
  const run = ({ name, text }: NamedStatement, values: readonly SqlValue[]) =>
    reads(() => {
      const statement = prepared.get(name) ?? database.prepare(text);
      prepared.set(name, statement);
      return statement.all(numberedValues(values));
    });
  return {
    ...createListPages(database, 'migrations', reads),
    filteredPage: createFilteredPages({ dialect: sqliteFilters, run, events }),
  };
};

const createClockStore = (database: DatabaseSync): ClockStore => {
  const offset = (organization: number): number => Number(read.get(organization)?.['offset_ms'] ?? 0);
  const read = database.prepare('SELECT offset_ms FROM organizations WHERE number = ?');
  const advance = database.prepare(
    'UPDATE organizations SET offset_ms = offset_ms + ? WHERE number = ? RETURNING offset_ms',
  );
  const zero = database.prepare('UPDATE organizations SET offset_ms = 0 WHERE number = ?');
  const pullRuns = database.prepare(
    `UPDATE runs SET version = version + 1, due = :now, state = json_set(state, '$.since', :now)
     WHERE due IS NOT NULL AND state ->> '$.since' > :now AND migration BETWEEN :from AND :to`,
  );
  // Events with a later time would otherwise be kept too long.
  const pullEvents = database.prepare('UPDATE events SET at = :now WHERE at > :now AND row BETWEEN :from AND :to');
  return {
    now: async (organization) => Date.now() + (organization === undefined ? 0 : offset(organization)),
    offset: async (organization) => offset(organization),
    advance: async (organization, milliseconds) => Number(advance.get(milliseconds, organization)?.['offset_ms'] ?? 0),
    putBack: async (organization, now) =>
      inTransaction(database, () => {
        zero.run(organization);
        const range = { now, ...rowRange(organization) };
        pullRuns.run(range);
        pullEvents.run(range);
        for (const sql of clockPutBack) database.prepare(sql).run({ $1: organization, $2: now });
      }),
  };
};

const assemble = (database: DatabaseSync, afterClose: () => void): Store => {
  const reads = createSharedReads(database);
  const scenarios = createMemoryNextScenario();
  const events = createSqliteEvents(database);
  const ownerOfKey = database.prepare(
    'SELECT id, organization, scopes FROM api_keys WHERE hash = ? AND revoked IS NULL',
  );
  return {
    migrations: createMigrations(database, reads, events.store),
    companies: createListPages(database, 'companies', reads),
    keys: createKeyStore(createSqlitePrograms(database), {
      ...sqliteDialect,
      endLogins: (keyId, now) => query(endLoginsSql, keyId, now),
      owner: async (hash) => toKeyOwner(ownerOfKey.get(hash)),
    }),
    seed: createSqliteSeed(database),
    tokens: createSqliteTokens(database),
    modals: createSqliteModals(database, scenarios.take, events.outbox),
    runs: createSqliteRuns(database, events.outbox),
    events: events.store,
    rateLimits: createSqliteRateLimits(database),
    clock: createClockStore(database),
    faults: createMemoryFaultRules(),
    scenarios,
    health: createSqliteHealth(database),
    audit: { ...createSqliteAudit(database), forget: createForgetAudit(createSqlitePrograms(database)) },
    brands: createSqliteBrands(database),
    webhooks: createWebhookStore(createSqlitePrograms(database), sqliteDialect),
    people: createPeopleStore(createSqlitePrograms(database)),
    activity: createActivityStore(createSqlitePrograms(database), sqliteDialect),
    copiedItems: createCopiedItemStore(createSqlitePrograms(database)),
    erasure: createErasureStore(createSqlitePrograms(database), sqliteErasure(database)),
    inspect: () => inspectSqlite(database),
    close: async () => {
      database.close();
      afterClose();
    },
  };
};

const refuseForeign = (folder: string): { readonly ok: false; readonly sentence: string } | undefined => {
  const file = foreignFile(folder, { database: databaseName, lock: lockName });
  if (file === undefined) return undefined;
  const sentence = `The file ${file} isn't a Ferry Service database, or it is damaged. Move or restore it, or choose another folder with --data.`;
  return { ok: false, sentence };
};

/** Opens the store for a service. Only one process at a time can use a folder. */
export const openServiceStore = (folder: string): OpenedStore => {
  const unwritable = makeFolder(folder);
  if (unwritable !== undefined) return { ok: false, sentence: unwritable };
  const foreign = refuseForeign(folder);
  if (foreign !== undefined) return foreign;
  const unlock = lockDataFolder(folder);
  if (unlock === undefined) {
    return {
      ok: false,
      sentence: `Another Ferry Service is using the data in ${folder}. Stop it, or choose another folder with --data.`,
    };
  }
  const opened = openDatabase(folder);
  if (opened.ok) return { ok: true, store: assemble(opened.database, unlock) };
  unlock();
  return opened;
};

/** Opens an existing data folder without its lock, so that `keys` works while the service runs. */
export const openStoreForKeys = (folder: string): OpenedStore => {
  const foreign = refuseForeign(folder);
  if (foreign !== undefined) return foreign;
  const opened = openDatabase(folder, { existing: true });
  return opened.ok ? { ok: true, store: assemble(opened.database, () => {}) } : opened;
};

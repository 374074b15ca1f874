import { createActivityStore, postgresRequestId } from '../activity-store.ts';
import { createCopiedItemStore } from '../copied-items.ts';
import type { OpenedStore, OpenOptions } from '../store.ts';
import type { DatabaseAddress } from './database-address.ts';
import { openDatabase } from './open-database.ts';
import { createPostgresAudit, appendAudit } from './postgres-audit.ts';
import { createPostgresBrands } from './postgres-brands.ts';
import { createPostgresClock } from './postgres-clock.ts';
import { createPostgresEvents } from './postgres-events.ts';
import { createPostgresFaultRules, createPostgresNextScenario } from './postgres-control.ts';
import { inspectPostgres } from './postgres-inspection.ts';
import { createPostgresList, createPostgresMigrations } from './postgres-lists.ts';
import { createPostgresModals } from './postgres-modals.ts';
import { createPeopleStore } from '../people/create-people-store.ts';
import { createPostgresRateLimits } from './postgres-rate-limits.ts';
import { createPostgresRuns } from './postgres-runs.ts';
import { createPostgresSeed } from './postgres-seed.ts';
import { createPostgresTokens, endLoginsSql } from './postgres-tokens.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import type { HealthStore } from '../health-store.ts';
import type { Database, Session } from './database.ts';
import { isBusy } from './driver-errors.ts';
import { createForgetAudit } from '../forget-audit.ts';
import { createErasureStore, type ErasureDialect } from '../erasure-store.ts';
import { type Dialect, type Program, type Row, run, type RunProgram, type Step } from '../program.ts';
import { createKeyStore, toKeyOwner } from '../key-store.ts';

const postgresDialect: Dialect = {
  eventsAfter: `
    SELECT position, id, body FROM events WHERE organization = $1 AND position > $2 ORDER BY position LIMIT $3`,
  sessionRuns:
    'modal_sessions AS s JOIN runs USING (organization, position) JOIN migrations USING (organization, position)',
  requestId: postgresRequestId,
  lock: (table) => ` FOR NO KEY UPDATE OF ${table}`,
  lockFree: (table) => ` FOR NO KEY UPDATE OF ${table} SKIP LOCKED`,
  rowsOf: (parameter, columns) =>
    `json_to_recordset(CAST(${parameter} AS json)) AS v (${Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`,
};

const postgresErasure: ErasureDialect = {
  lock: postgresDialect.lock,
  position: () => 'position',
  within: () => 'organization = $1 AND position BETWEEN $2 AND $3',
  userId: "(json::json ->> 'created_by_user_id')",
  start: () => {},
  end: () => {},
};

const take = async (session: Session, step: Step): Promise<readonly Row[]> => {
  if (!('audit' in step)) return session.run(step.sql, step.values);
  await appendAudit(session, step.audit, step.now);
  return [];
};

const runAll = async <Result>(session: Session, program: Program<Result>): Promise<Result> => {
  let next = program.next();
  while (!next.done) next = program.next(await take(session, next.value));
  return next.value;
};

const createPostgresPrograms =
  (database: Database): RunProgram =>
  (program) =>
    database.inTransaction((session) => runAll(session, program()));

const ownerOfKey = {
  name: 'owner of key',
  text: 'SELECT id, organization, scopes FROM api_keys WHERE hash = $1 AND revoked IS NULL',
};

const write = {
  name: 'write probe',
  text: 'INSERT INTO probes (id, written) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
};
/** Same query as the engine's. The first condition lets it use the index: no organization's clock is further ahead. */
const longestDue = {
  name: 'longest due run',
  text: `
    SELECT $1::bigint + offset_ms - due AS lag
    FROM runs JOIN organizations ON organizations.number = runs.organization
    WHERE due <= $1::bigint + (SELECT max(offset_ms) FROM organizations) AND due <= $1::bigint + offset_ms
    ORDER BY due LIMIT 1`,
};

/** Health of the database. The write fails on a standby. */
const createPostgresHealth = (database: Database): HealthStore => ({
  write: async (now) => void (await database.run(write, [now])),
  isBusy,
  lag: async (now) => Number((await database.run(longestDue, [now]))[0]?.['lag'] ?? 0),
  connections: () => database.connections(),
});

/** Opens a PostgreSQL database, or returns one sentence that says why it can't be used. */
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
      migrations: createPostgresMigrations(database, events.store),
      companies: createPostgresList(database, 'companies'),
      keys: createKeyStore(createPostgresPrograms(database), {
        ...postgresDialect,
        // Keys that are stored belong to no instance.
        endLogins: (keyId, now) => run(endLoginsSql, keyId, now, '{""}'),
        owner: async (hash) => toKeyOwner((await database.run(ownerOfKey, [hash]))[0]),
      }),
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
      audit: { ...createPostgresAudit(database), forget: createForgetAudit(createPostgresPrograms(database)) },
      brands: createPostgresBrands(database),
      webhooks: createWebhookStore(createPostgresPrograms(database), postgresDialect),
      people: createPeopleStore(createPostgresPrograms(database)),
      activity: createActivityStore(createPostgresPrograms(database), postgresDialect),
      copiedItems: createCopiedItemStore(createPostgresPrograms(database)),
      erasure: createErasureStore(createPostgresPrograms(database), postgresErasure),
      inspect: () => inspectPostgres(database),
      close: () => database.end(),
    },
  };
};

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasRows, type Program, type Programs, run } from '../base/program.ts';
import { rowNumber, rowsPerOrganization } from '../list-rows.ts';
import { sqliteFilterIndexes } from '../migration-filter.ts';
import type { SeedParts } from '../seed-store.ts';
import { idIndex, idIndexName } from './schema-versions.ts';

const emptiedTables = [
  ['activity', 'organization'],
  ['modal_sessions', 'organization'],
  ['modals', 'migration'],
  ['runs', 'migration'],
  ['hosted_links', 'organization'],
  ['link_tokens', 'organization'],
  ['access_tokens', 'organization'],
  ['migrations', 'row'],
  ['companies', 'row'],
  ['events', 'row'],
  ['webhook_attempts', 'organization'],
  ['webhook_deliveries', 'organization'],
] as const;

function* emptyAll(): Program<void> {
  // Drops the indexes, because IDs are random and each batch would rewrite the whole index. A store with other
  // organizations keeps them, because those organizations are read during the seeding.
  for (const name of [idIndexName, ...sqliteFilterIndexes.map((index) => index.name)])
    yield* run(`DROP INDEX IF EXISTS ${name}`);
  for (const [table] of emptiedTables) yield* run(`DELETE FROM ${table}`);
}

function* emptyOrganization(organization: number): Program<void> {
  for (const [table, column] of emptiedTables) {
    const range =
      column === 'organization'
        ? [organization, organization]
        : [rowNumber(organization, 1), rowNumber(organization, rowsPerOrganization - 1)];
    yield* run(`DELETE FROM ${table} WHERE ${column} BETWEEN $1 AND $2`, range);
  }
}

/** Skips one position, so that stored cursors and counts differ from current ones. */
function* skipEvent(organization: number): Program<void> {
  yield* run('UPDATE event_heads SET head = head + 1, first = head + 2 WHERE organization = $1', [organization]);
}

const planName = "CASE WHEN $1 = 1 THEN 'seed' ELSE 'seed of ' || CAST($1 AS INTEGER) END";

export const sqliteSeed = (database: DatabaseSync, { change }: Programs): SeedParts => {
  let lastFill: Promise<unknown> = Promise.resolve();
  return {
    exclusive: (_organization, _signal, seed) => {
      const fill = lastFill.then(() =>
        seed(async (program) => {
          const result = await change(program);
          // Lets the process handle signals between batches.
          await nextTurn();
          return result;
        }),
      );
      lastFill = fill.catch(() => {});
      return fill;
    },
    plan: {
      read: `SELECT value AS plan FROM service_state WHERE name = ${planName}`,
      write: `INSERT INTO service_state (name, value) VALUES (${planName}, $2)`,
      remove: `DELETE FROM service_state WHERE name = ${planName}`,
    },
    keyTypes: { row: 'bigint' },
    key: (organization, position) => ({ row: rowNumber(organization, position) }),
    *empty(organization) {
      const hasOthers = yield* hasRows('SELECT 1 FROM organizations WHERE number <> $1 LIMIT 1', [organization]);
      yield* hasOthers ? emptyOrganization(organization) : emptyAll();
      yield* skipEvent(organization);
    },
    *finish(organization) {
      for (const sql of [idIndex, ...sqliteFilterIndexes.map((index) => index.text)]) yield* run(sql);
      yield* skipEvent(organization);
    },
    afterwards: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
};

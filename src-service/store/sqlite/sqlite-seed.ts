import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasRows, type Programs, run } from '../base/program.ts';
import { rowNumber } from '../list-rows.ts';
import { sqliteFilterIndexes } from '../migration-filter.ts';
import type { SeedParts } from '../seed-store.ts';
import { idIndex, idIndexName } from './schema-versions.ts';

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
    ownSteps: {
      *start(organization) {
        if (yield* hasRows('SELECT 1 FROM organizations WHERE number <> $1 LIMIT 1', [organization])) return false;
        // Drops the indexes, because IDs are random and each batch would rewrite the whole index. A store with other
        // organizations keeps them, because those organizations are read during the seeding.
        for (const name of [idIndexName, ...sqliteFilterIndexes.map((index) => index.name)])
          yield* run(`DROP INDEX IF EXISTS ${name}`);
        return true;
      },
      *finish() {
        for (const sql of [idIndex, ...sqliteFilterIndexes.map((index) => index.text)]) yield* run(sql);
      },
      afterwards: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    },
  };
};

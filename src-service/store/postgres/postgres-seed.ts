import { setTimeout as wait } from 'node:timers/promises';
import { type Program, run } from '../base/program.ts';
import { type SeedParts, SeedStopped } from '../seed-store.ts';
import { advisoryLocks, type Database, type Session } from './database.ts';
import { runAll } from './postgres-programs.ts';

const emptiedTables = [
  'activity',
  'modal_sessions',
  'modals',
  'runs',
  'hosted_links',
  'link_tokens',
  'access_tokens',
  'migrations',
  'companies',
] as const;

const retryMs = 200;

/** Waits until no other instance seeds the organization. The signal cancels the wait. */
const lockFill = async (session: Session, organization: number, signal: AbortSignal | undefined): Promise<void> => {
  const sql = 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked';
  for (;;) {
    if (signal?.aborted) throw new SeedStopped();
    if ((await session.run(sql, [advisoryLocks.fill, organization]))[0]?.['locked'] === true) return;
    await wait(retryMs, undefined, { signal }).catch(() => {});
  }
};

/**
 * Deletes events and deliveries of the old rows. Call it at the end of the transaction: the event counter must be
 * locked last, and deliveries needn't wait during the seeding. Locks the fan-out position first, so that no instance
 * adds deliveries during the deletion. Skips one position, so that an old cursor differs from a current one.
 */
function* endEvents(organization: number): Program<void> {
  yield* run('SELECT FROM webhook_cursors WHERE organization = $1 FOR NO KEY UPDATE', [organization]);
  yield* run('DELETE FROM webhook_deliveries WHERE organization = $1', [organization]);
  yield* run('DELETE FROM webhook_attempts WHERE organization = $1', [organization]);
  yield* run('DELETE FROM events WHERE organization = $1', [organization]);
  yield* run('UPDATE event_heads SET head = head + 1, first = head + 2 WHERE organization = $1', [organization]);
}

/** Seeds a PostgreSQL store in one transaction. Other connections see the old rows until the commit. */
export const postgresSeed = (database: Database): SeedParts => ({
  exclusive: async (organization, signal, seed) => {
    try {
      return await database.inLongTransaction(async (session) => {
        await lockFill(session, organization, signal);
        return seed((program) => runAll(session, program()));
      }, signal);
    } catch (error) {
      throw signal?.aborted ? new SeedStopped() : error;
    }
  },
  plan: {
    read: 'SELECT plan FROM seed_plans WHERE organization = $1',
    write: 'INSERT INTO seed_plans (organization, plan) VALUES ($1, $2)',
    remove: 'DELETE FROM seed_plans WHERE organization = $1',
  },
  keyTypes: { organization: 'bigint', position: 'bigint' },
  key: (organization, position) => ({ organization, position }),
  *empty(organization) {
    for (const table of emptiedTables) yield* run(`DELETE FROM ${table} WHERE organization = $1`, [organization]);
  },
  finish: endEvents,
  afterwards: () => {},
});

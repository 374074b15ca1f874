import { setTimeout as wait } from 'node:timers/promises';
import { type SeedParts, SeedStopped } from '../seed-store.ts';
import { advisoryLocks, type Database, type Session } from './database.ts';
import { runAll } from './postgres-programs.ts';

const retryMs = 200;

/** Waits until no other instance is seeding the organization. The signal cancels the wait. */
const lockFill = async (session: Session, organization: number, signal: AbortSignal | undefined): Promise<void> => {
  const sql = 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked';
  for (;;) {
    if (signal?.aborted) throw new SeedStopped();
    if ((await session.run(sql, [advisoryLocks.fill, organization]))[0]?.['locked'] === true) return;
    await wait(retryMs, undefined, { signal }).catch(() => {});
  }
};

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
});

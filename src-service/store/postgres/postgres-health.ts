import type { HealthStore } from '../health-store.ts';
import type { Database } from './database.ts';
import { isBusy } from './driver-errors.ts';

const write = {
  name: 'write probe',
  text: 'INSERT INTO probes (id, written) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
};
/** As the engine finds it: the first condition is for the index, since no clock is further ahead. */
const longestDue = {
  name: 'longest due run',
  text: `
    SELECT $1::bigint + offset_ms - due AS lag
    FROM runs JOIN organizations ON organizations.number = runs.organization
    WHERE due <= $1::bigint + (SELECT max(offset_ms) FROM organizations) AND due <= $1::bigint + offset_ms
    ORDER BY due LIMIT 1`,
};

/** What whoever runs the service watches of a database; a standby refuses the write. */
export const createPostgresHealth = (database: Database): HealthStore => ({
  write: async (now) => void (await database.run(write, [now])),
  isBusy,
  lag: async (now) => Number((await database.run(longestDue, [now]))[0]?.['lag'] ?? 0),
  connections: () => database.connections(),
});

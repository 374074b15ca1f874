import { clockSlackMs, type RateLimitStore } from '../../limits/limiter.ts';
import { maxWindows, windowsPerSweep } from '../store.ts';
import type { Database } from './database.ts';

const count = {
  name: 'count request',
  text: `
    INSERT INTO rate_limits AS stored (caller, count, window_ends) VALUES ($1, $4, $3)
    ON CONFLICT (caller) DO UPDATE SET
      count = CASE WHEN stored.window_ends > $2 AND stored.window_ends <= $3 + ${clockSlackMs} THEN stored.count + excluded.count ELSE excluded.count END,
      window_ends = CASE WHEN stored.window_ends > $2 AND stored.window_ends <= $3 + ${clockSlackMs} THEN stored.window_ends ELSE $3 END
    RETURNING count, window_ends`,
};
const lower = {
  name: 'lower count',
  text: 'UPDATE rate_limits SET count = greatest(0, count - $2) WHERE caller = $1 AND window_ends = $3',
};
const forget = 'DELETE FROM rate_limits WHERE window_ends <= $1';
const forgetFirst = `
  DELETE FROM rate_limits WHERE window_ends <= (
    SELECT window_ends FROM rate_limits ORDER BY window_ends DESC LIMIT 1 OFFSET ${maxWindows})`;

export const createPostgresRateLimits = (database: Database): RateLimitStore => {
  const sweep = (statement: string, values: readonly unknown[] = []): Promise<void> =>
    database.inTransaction(async (session) => void (await session.run(statement, values)));
  // Each instance counts only the windows that it started, and sweeps after `windowsPerSweep` of them.
  let started = 0;
  return {
    count: async (budget, requests, windowMs, now) => {
      const [row] = await database.run(count, [budget, now, now + windowMs, requests]);
      if (row?.['count'] === requests && ++started % windowsPerSweep === 0) {
        await sweep(forget, [now]);
        await sweep(forgetFirst);
      }
      return { count: Number(row?.['count']), windowEnds: Number(row?.['window_ends']) };
    },
    lower: async (budget, requests, windowEnds) => void (await database.run(lower, [budget, requests, windowEnds])),
    forget: (before) => sweep(forget, [before]),
  };
};

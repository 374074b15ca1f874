import type { DatabaseSync } from 'node:sqlite';
import { clockSlackMs, type RateLimitStore } from '../../limits/limiter.ts';
import { maxWindows, windowsPerSweep } from '../store.ts';

export const createSqliteRateLimits = (database: DatabaseSync): RateLimitStore => {
  const count = database.prepare(`
    INSERT INTO rate_limits (caller, count, window_ends) VALUES (:caller, :requests, :ends)
    ON CONFLICT (caller) DO UPDATE SET
      count = CASE WHEN window_ends > :now AND window_ends <= :ends + ${clockSlackMs} THEN count + :requests ELSE :requests END,
      window_ends = CASE WHEN window_ends > :now AND window_ends <= :ends + ${clockSlackMs} THEN window_ends ELSE :ends END
    RETURNING count, window_ends`);
  const lower = database.prepare(
    'UPDATE rate_limits SET count = max(0, count - :requests) WHERE caller = :caller AND window_ends = :ends',
  );
  const forget = database.prepare('DELETE FROM rate_limits WHERE window_ends <= ?');
  const forgetFirst = database.prepare(`
    DELETE FROM rate_limits WHERE window_ends <= (
      SELECT window_ends FROM rate_limits ORDER BY window_ends DESC LIMIT 1 OFFSET ${maxWindows})`);
  let started = 0;
  return {
    count: async (budget, requests, windowMs, now) => {
      const row = count.get({ caller: budget, requests, now, ends: now + windowMs });
      if (row?.['count'] === requests && ++started % windowsPerSweep === 0) {
        forget.run(now);
        forgetFirst.run();
      }
      return { count: Number(row?.['count']), windowEnds: Number(row?.['window_ends']) };
    },
    lower: async (budget, requests, windowEnds) => {
      lower.run({ caller: budget, requests, ends: windowEnds });
    },
    forget: async (before) => {
      forget.run(before);
    },
  };
};

import type { DatabaseSync } from 'node:sqlite';
import type { RateLimitStore } from '../rate-limit-store.ts';

/** Counted requests in SQLite. */
export const createSqliteRateLimits = (database: DatabaseSync): RateLimitStore => {
  const count = database.prepare(`
    INSERT INTO rate_limits (caller, count, window_ends) VALUES (:caller, 1, :ends)
    ON CONFLICT (caller) DO UPDATE SET
      count = CASE WHEN window_ends > :now THEN count + 1 ELSE 1 END,
      window_ends = CASE WHEN window_ends > :now THEN window_ends ELSE :ends END
    RETURNING count, window_ends`);
  const forget = database.prepare('DELETE FROM rate_limits WHERE window_ends < ?');
  return {
    count: async (caller, windowMs, now) => {
      const row = count.get({ caller, now, ends: now + windowMs });
      return { count: Number(row?.['count']), windowEnds: Number(row?.['window_ends']) };
    },
    forget: async (before) => {
      forget.run(before);
    },
  };
};

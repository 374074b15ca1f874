import type { DatabaseSync } from 'node:sqlite';
import { mostWindows, type RateLimitStore, sweptEvery } from '../store.ts';

/** Counted requests in SQLite. */
export const createSqliteRateLimits = (database: DatabaseSync): RateLimitStore => {
  // A window that ends later than one that begins now was begun before the clock was put back.
  const count = database.prepare(`
    INSERT INTO rate_limits (caller, count, window_ends) VALUES (:caller, :requests, :ends)
    ON CONFLICT (caller) DO UPDATE SET
      count = CASE WHEN window_ends > :now AND window_ends <= :ends THEN count + :requests ELSE :requests END,
      window_ends = CASE WHEN window_ends > :now AND window_ends <= :ends THEN window_ends ELSE :ends END
    RETURNING count, window_ends`);
  const forget = database.prepare('DELETE FROM rate_limits WHERE window_ends <= ?');
  const forgetFirst = database.prepare(`
    DELETE FROM rate_limits WHERE window_ends <= (
      SELECT window_ends FROM rate_limits ORDER BY window_ends DESC LIMIT 1 OFFSET ${mostWindows})`);
  let begun = 0;
  return {
    count: async (budget, requests, windowMs, now) => {
      const row = count.get({ caller: budget, requests, now, ends: now + windowMs });
      if (row?.['count'] === requests && ++begun % sweptEvery === 0) {
        forget.run(now);
        forgetFirst.run();
      }
      return { count: Number(row?.['count']), windowEnds: Number(row?.['window_ends']) };
    },
    forget: async (before) => {
      forget.run(before);
    },
  };
};

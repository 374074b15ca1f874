import { first, prepared, type Programs, run } from './base/program.ts';

/**
 * If a stored window ends later than a new window by more than this, the clock was set back. A new window then starts.
 * Concurrent requests that read the clock in a different order differ by less.
 */
export const clockSlackMs = 30_000;

/** Maximum stored windows. Above this number, the windows that end first are deleted. */
export const maxWindows = 100_000;
/** Ended windows are deleted after this number of new windows. */
export const windowsPerSweep = 1_000;

const isCurrentSql = `stored.window_ends > $2 AND stored.window_ends <= $3 + ${clockSlackMs}`;
const count = prepared(`
    INSERT INTO rate_limits AS stored (caller, count, window_ends) VALUES ($1, $4, $3)
    ON CONFLICT (caller) DO UPDATE SET
      count = CASE WHEN ${isCurrentSql} THEN stored.count + excluded.count ELSE excluded.count END,
      window_ends = CASE WHEN ${isCurrentSql} THEN stored.window_ends ELSE $3 END
    RETURNING count, window_ends`);
const lower = prepared(`
    UPDATE rate_limits SET count = CASE WHEN count > $2 THEN count - $2 ELSE 0 END
    WHERE caller = $1 AND window_ends = $3`);
const forgetEndedSql = 'DELETE FROM rate_limits WHERE window_ends <= $1';
const forgetOldestSql = `
  DELETE FROM rate_limits WHERE window_ends <= (
    SELECT window_ends FROM rate_limits ORDER BY window_ends DESC LIMIT 1 OFFSET ${maxWindows})`;

export const createRateLimitStore = ({ change, single }: Programs) => {
  // Each instance counts only the windows that it started, and sweeps after `windowsPerSweep` of them.
  let startedCount = 0;
  return {
    /** Adds to the current window, or starts a new one. A clock set back by up to `clockSlackMs` starts no new window. */
    count: async (budget: string, requests: number, windowMs: number, now: number) => {
      const row = await single(() => first(count, [budget, now, now + windowMs, requests]));
      if (row?.['count'] === requests && ++startedCount % windowsPerSweep === 0) {
        await change(() => run(forgetEndedSql, [now]));
        await change(() => run(forgetOldestSql));
      }
      return { count: Number(row?.['count']), windowEnds: Number(row?.['window_ends']) };
    },
    /** Lowers the count of the window that ends at `windowEnds`, but not below 0. Ignores other windows. */
    lower: async (budget: string, requests: number, windowEnds: number): Promise<void> => {
      await single(() => run(lower, [budget, requests, windowEnds]));
    },
    forget: async (before: number): Promise<void> => {
      await change(() => run(forgetEndedSql, [before]));
    },
  };
};

export type RateLimitStore = ReturnType<typeof createRateLimitStore>;

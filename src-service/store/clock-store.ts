import type { Clock } from './clock.ts';
import { type Dialect, first, type Programs, run } from './base/program.ts';
import { clockSetBackStatements } from './webhooks/upkeep.ts';

/** Clocks of the organizations. Each clock has an offset to the store's own time, in milliseconds. */
export interface ClockStore extends Clock {
  offset(organization: number): Promise<number>;
  advance(organization: number, milliseconds: number): Promise<number>;
  /** Removes the offset. Copy phases that started after `now` (the store's own time) then start at `now`. */
  resetOffset(organization: number, now: number): Promise<void>;
}

const offset = 'SELECT offset_ms FROM organizations WHERE number = $1';
const advance = 'UPDATE organizations SET offset_ms = offset_ms + $2 WHERE number = $1 RETURNING offset_ms';

export const createClockStore = (
  { change, single }: Programs,
  { of, withNumber }: Dialect,
  now: (organization: number | undefined, readOffset: ClockStore['offset']) => Promise<number>,
): ClockStore => {
  const readOffset = async (organization: number): Promise<number> =>
    Number((await single(() => first(offset, [organization])))?.['offset_ms'] ?? 0);
  return {
    now: (organization) => now(organization, readOffset),
    offset: readOffset,
    advance: async (organization, milliseconds) =>
      Number((await single(() => first(advance, [organization, milliseconds])))?.['offset_ms'] ?? 0),
    resetOffset: (organization, at) =>
      change(function* () {
        yield* run('UPDATE organizations SET offset_ms = 0 WHERE number = $1', [organization]);
        yield* run(
          `UPDATE runs SET version = version + 1, due = $2, state = ${withNumber('since', 'CAST($2 AS bigint)')}
           WHERE ${of('runs')} AND due IS NOT NULL AND CAST(state ->> 'since' AS bigint) > $2`,
          [organization, at],
        );
        // Events with a later time would outlive their retention period.
        yield* run(`UPDATE events SET at = $2 WHERE ${of('events')} AND at > $2`, [organization, at]);
        for (const sql of clockSetBackStatements) yield* run(sql, [organization, at]);
      }),
  };
};

import type { Clock } from './clock.ts';
import { bindPrograms, type Dialect, first, type Program, type Programs, run } from './base/program.ts';
import { clockSetBackStatements } from './webhooks/upkeep.ts';

const offset = 'SELECT offset_ms FROM organizations WHERE number = $1';
const advance = 'UPDATE organizations SET offset_ms = offset_ms + $2 WHERE number = $1 RETURNING offset_ms';

type ReadOffset = (organization: number) => Promise<number>;
/** Returns an organization's time, or the store's own time. */
export type ReadTime = (organization: number | undefined, readOffset: ReadOffset) => Promise<number>;

/** Clocks of the organizations. Each clock has an offset to the store's own time, in milliseconds. */
export const createClockStore = ({ change, single }: Programs, { of, withNumber }: Dialect, readTime: ReadTime) => {
  const offsets = bindPrograms(single, {
    *offset(organization: number): Program<number> {
      return Number((yield* first(offset, [organization]))?.['offset_ms'] ?? 0);
    },
    *advance(organization: number, milliseconds: number): Program<number> {
      return Number((yield* first(advance, [organization, milliseconds]))?.['offset_ms'] ?? 0);
    },
  });
  const now: Clock['now'] = (organization) => readTime(organization, offsets.offset);
  return {
    now,
    ...offsets,
    ...bindPrograms(change, {
      /** Removes the offset. Copy phases that started after `at` (the store's own time) then start at `at`. */
      *resetOffset(organization: number, at: number): Program<void> {
        yield* run('UPDATE organizations SET offset_ms = 0 WHERE number = $1', [organization]);
        yield* run(
          `UPDATE runs SET version = version + 1, due = $2, state = ${withNumber('since', 'CAST($2 AS bigint)')}
           WHERE ${of('runs')} AND due IS NOT NULL AND CAST(state ->> 'since' AS bigint) > $2`,
          [organization, at],
        );
        // Events with a later time would outlive their retention period.
        yield* run(`UPDATE events SET at = $2 WHERE ${of('events')} AND at > $2`, [organization, at]);
        for (const sql of clockSetBackStatements) yield* run(sql, [organization, at]);
      },
    }),
  };
};

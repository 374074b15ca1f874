import type { TimelineChange } from '#shared/console-contract/timeline-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';

/** One line of the observed timeline. Times in ms since 1970. */
export type TimelineStep =
  | {
      readonly kind: 'status';
      readonly status: string;
      readonly at: number;
      /** Observed duration in ms. Null if the status was observed only once or is final. */
      readonly durationMs: number | null;
      readonly current: boolean;
      readonly isRepeated: boolean;
      /** True if the console observed another status just before the change. */
      readonly isStartObserved: boolean;
      /** True if the status doesn't follow the previous status in the documented order. */
      readonly odd: boolean;
      readonly setBack: boolean;
    }
  | { readonly kind: 'gap'; readonly at: number; readonly durationMs: number };

export const timelineSteps = (changes: readonly TimelineChange[], now: number): readonly TimelineStep[] =>
  changes.flatMap(({ status, at: from, until, unseenMs, possible, clockSetBack }, index): readonly TimelineStep[] => {
    const at = Date.parse(from);
    const next = changes[index + 1];
    const isWatched = next && next.unseenMs === null && !next.clockSetBack;
    const end = Math.max(at, !next ? now : Date.parse(isWatched ? next.at : until));
    const isOver = !next && isFinalStatus(status);
    const step: TimelineStep = {
      kind: 'status',
      status,
      at,
      durationMs: isOver || (next && end === at) ? null : end - at,
      current: !next,
      isRepeated: changes[index - 1]?.status === status,
      isStartObserved: index > 0 && unseenMs === null,
      odd: possible === false,
      setBack: clockSetBack,
    };
    return unseenMs === null ? [step] : [{ kind: 'gap', at: at - unseenMs, durationMs: unseenMs }, step];
  });

import type { AppError } from '#shared/app-error.ts';
import type { ListedMigration, LookupResult } from '#shared/console-contract/migrations-calls.ts';
import { lookupLimits } from '#shared/list-limits.ts';
import { mergeNewer } from '../../../api/migrations.ts';

/** A lookup of IDs and its progress. Times in ms since 1970. */
export interface Lookup {
  readonly list: string;
  readonly profileId: string;
  readonly ids: readonly string[];
  readonly answers: ReadonlyMap<string, LookupResult>;
  /** `pausing`: the service limits requests. `stopped`: the user stopped the lookup, or `problem` did. */
  readonly phase: 'asking' | 'pausing' | 'stopped' | 'done';
  readonly resumesAt: number | null;
  readonly problem: AppError | null;
  /** Start of the current uninterrupted run and number of earlier results, for the estimate of the remaining time. */
  readonly pace: { readonly from: number; readonly answered: number };
  readonly endedAt: number | null;
}

export type LookupEvent =
  | {
      readonly kind: 'answered';
      readonly answers: readonly LookupResult[];
      readonly pauseMs: number | null;
      readonly problem: AppError | null;
    }
  | { readonly kind: 'rowsChanged'; readonly rows: readonly ListedMigration[] }
  | { readonly kind: 'refused'; readonly problem: AppError }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'failedAgain' };

export const newLookup = (list: string, profileId: string, ids: readonly string[], now: number): Lookup => ({
  list,
  profileId,
  ids,
  answers: new Map(),
  phase: ids.length === 0 ? 'done' : 'asking',
  resumesAt: null,
  problem: null,
  pace: { from: now, answered: 0 },
  endedAt: null,
});

export const nextIds = ({ ids, answers }: Lookup): readonly string[] =>
  ids.filter((id) => !answers.has(id)).slice(0, lookupLimits.concurrency);

const withAnswers = (before: Lookup, answers: readonly LookupResult[]): ReadonlyMap<string, LookupResult> =>
  new Map([...before.answers, ...answers.map((answer) => [answer.id, answer] as const)]);

export const reduceLookup = (before: Lookup, event: LookupEvent, now: number): Lookup => {
  const noProblem = { resumesAt: null, problem: null };
  const requestingState = { ...noProblem, phase: 'asking' as const, endedAt: null };
  switch (event.kind) {
    case 'answered': {
      const answers = withAnswers(before, event.answers);
      const next = { ...before, answers };
      if (before.ids.every((id) => answers.has(id))) return { ...next, ...noProblem, phase: 'done', endedAt: now };
      // A late response after a stop is stored, but no further request is sent.
      if (before.phase === 'stopped') return next;
      if (event.problem) return { ...next, phase: 'stopped', resumesAt: null, problem: event.problem };
      if (event.pauseMs === null) return next;
      return { ...next, phase: 'pausing', resumesAt: now + event.pauseMs };
    }
    case 'rowsChanged': {
      const changedAnswers = event.rows.flatMap(({ id }) => {
        const answer = before.answers.get(id);
        return answer?.result === 'found' ? { ...answer, migration: mergeNewer(answer.migration, event.rows) } : [];
      });
      return changedAnswers.length === 0 ? before : { ...before, answers: withAnswers(before, changedAnswers) };
    }
    case 'refused':
      if (before.phase === 'done') return before;
      return { ...before, phase: 'stopped', resumesAt: null, problem: event.problem };
    case 'stopped':
      return before.phase === 'done' ? before : { ...before, ...noProblem, phase: 'stopped' };
    case 'resumed':
      if (before.phase === 'done') return before;
      return { ...before, ...requestingState, pace: { from: now, answered: before.answers.size } };
    case 'failedAgain': {
      const answers = new Map([...before.answers].filter(([, { result }]) => result !== 'failed'));
      if (answers.size === before.answers.size) return before;
      return { ...before, ...requestingState, answers, pace: { from: now, answered: answers.size } };
    }
  }
};

export const timeLeft = ({ ids, answers, pace, phase }: Lookup, now: number): number | null => {
  const addedCount = answers.size - pace.answered;
  if (phase !== 'asking' || addedCount < lookupLimits.concurrency) return null;
  return ((now - pace.from) / addedCount) * (ids.length - answers.size);
};

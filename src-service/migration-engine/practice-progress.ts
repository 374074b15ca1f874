import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { scenarios } from '../providers/practice/scenarios.ts';
import { copiedBy, hasStarted, type Run } from './run.ts';

const kinds = [
  { kind: 'company', share: 0.05, from: 1, to: 1 },
  { kind: 'customers', share: 0.15, from: 180, to: 2_400 },
  { kind: 'invoices', share: 0.45, from: 1_200, to: 18_000 },
  { kind: 'payments', share: 0.2, from: 600, to: 9_000 },
  { kind: 'attachments', share: 0.15, from: 40, to: 1_600 },
] as const;

/** Returns a practice migration's number of records of one kind. Derived from its ID, so that it needn't be stored. */
const totalOf = (digits: string, index: number): number => {
  const kind = kinds[index] ?? kinds[0];
  const part = Number.parseInt(digits.slice(index * 4, index * 4 + 4), 16);
  return kind.from + Math.floor((part / 0x1_0000) * (kind.to - kind.from + 1));
};

const stateOf = (run: Run, fraction: number, missing: number): ProgressItem['state'] => {
  if (fraction >= 1) return missing > 0 && hasEnded(run.status) ? 'done_with_gaps' : 'done';
  if (run.status === 'FAILED') return 'stopped';
  return fraction > 0 || (run.status === 'WORKING' && fraction === 0) ? 'copying' : 'waiting';
};

export const practiceProgress = (
  run: Run,
  migrationId: string,
  now: number,
): (ProgressItem & { readonly total: number })[] => {
  const { duration, gaps = 0 } = scenarios[run.scenario];
  const overall = !hasStarted(run) ? 0 : Math.min(copiedBy(run, now) / duration, 1);
  const digits = migrationId.replaceAll('-', '');
  let start = 0;
  return kinds.map(({ kind, share }, index) => {
    const fraction = Math.min(Math.max((overall - start) / share, 0), 1);
    const isReached = overall >= start && hasStarted(run);
    start += share;
    const total = totalOf(digits, index);
    const missingCount = kind === 'attachments' ? Math.min(gaps, total) : 0;
    const doneCount = Math.min(fraction >= 0.999_999 ? total : Math.floor(total * fraction), total - missingCount);
    const state = isReached ? stateOf(run, fraction >= 0.999_999 ? 1 : fraction, missingCount) : 'waiting';
    return { kind, state, done: doneCount, altered: 0, total };
  });
};

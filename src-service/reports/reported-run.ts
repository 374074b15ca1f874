import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type Report, type ReportedItem, type ReportedState, reportsKeptDays } from '#shared/reports-api/reports.ts';
import { advance, hasStarted, type Run } from '../migration-engine/run.ts';
import { practiceProgress } from '../migration-engine/practice-progress.ts';
import { isoOrNull } from '../store/base/program.ts';
import type { CopiedItem, CopiedItemStore } from '../store/copied-items.ts';

type Collection = Report['collections'][number];

export interface ReportedRun {
  readonly migrationId: string;
  readonly run: Run;
  readonly now: number;
}

const stateOf = (state: CopiedItem['state']): ReportedState =>
  state === 'intended' || state === 'written' || state === 'conflict' ? 'pending' : state;

export const toReported = ({
  collection,
  kind,
  item,
  state,
  reason,
  detail,
  place,
  changes,
}: CopiedItem): ReportedItem => ({
  collection,
  kind,
  item,
  state: stateOf(state),
  reason,
  detail: detail ?? null,
  place,
  // Until a message is read back, its changes are what the destination must have.
  changes: state === 'altered' ? [...(changes ?? [])] : [],
});

const copiedCollections = async (
  { migrationId, run }: ReportedRun,
  items: CopiedItemStore,
): Promise<readonly Collection[]> => {
  const counts = await items.counts(migrationId);
  const chosenCollections = hasStarted(run) ? (run.copy?.collections ?? []).filter(({ isChosen }) => isChosen) : [];
  return chosenCollections.map(({ id, name, kind, count, isForbidden = false }) => {
    const ownCounts = counts.filter(({ collection }) => collection === id);
    const sum = (state: ReportedState): number =>
      ownCounts.reduce((all, one) => all + (stateOf(one.state) === state ? one.count : 0), 0);
    const [copied, altered, skipped, failed] = [sum('copied'), sum('altered'), sum('skipped'), sum('failed')];
    const doneCount = copied + altered + skipped + failed;
    const total = Math.max(count ?? 0, doneCount + sum('pending'));
    const reasons = ownCounts.flatMap(({ reason, count: many }) => (reason === null ? [] : [{ reason, count: many }]));
    const flags = { is_counted: count !== null, is_forbidden: isForbidden };
    return { id, name, kind, total, copied, altered, skipped, failed, pending: total - doneCount, ...flags, reasons };
  });
};

/** A practice copy stores no items, so the report uses the same simulated progress that the modal shows. */
const practiceCollections = ({ migrationId, run, now }: ReportedRun): readonly Collection[] =>
  hasStarted(run)
    ? practiceProgress(run, migrationId, now).map(({ kind, state, done, total }) => {
        const failed = state === 'done_with_gaps' ? total - done : 0;
        const reasons = failed > 0 ? [{ reason: 'too_large', count: failed }] : [];
        const pending = total - done - failed;
        const practiceFlags = { is_counted: true, is_forbidden: false };
        const counts = { total, copied: done, altered: 0, skipped: 0, failed, pending };
        return { id: kind, name: kind, kind, ...counts, ...practiceFlags, reasons };
      })
    : [];

/** Yields the items of a practice copy in copying order. The last items of each kind are the failed ones. */
export function* practiceItems(reported: ReportedRun): Generator<ReportedItem> {
  for (const { id, kind, copied, failed, total } of practiceCollections(reported)) {
    for (let index = 0; index < total; index++) {
      const state = index < copied ? 'copied' : index < copied + failed ? 'failed' : 'pending';
      const reason = state === 'failed' ? 'too_large' : null;
      yield {
        collection: id,
        kind,
        item: `${kind}/${index + 1}`,
        state,
        reason,
        detail: null,
        place: null,
        changes: [],
      };
    }
  }
}

const dayMs = 24 * 3_600_000;

export const reportExpiry = (run: Run): number | null =>
  hasEnded(run.status) ? run.since + reportsKeptDays * dayMs : null;

/** Returns the run after its due steps. Undefined after the retention period. */
export const reportedRun = (migrationId: string, before: Run, now: number): ReportedRun | undefined =>
  reportIfKept(migrationId, advance(before, now), now);

export const reportIfKept = (migrationId: string, run: Run, now: number): ReportedRun | undefined =>
  (reportExpiry(run) ?? Infinity) < now ? undefined : { migrationId, run, now };

export const reportOf = async (reported: ReportedRun, items: CopiedItemStore): Promise<Report> => {
  const { migrationId, run } = reported;
  const collections = run.copy === undefined ? practiceCollections(reported) : await copiedCollections(reported, items);
  const sum = (name: ReportedState | 'total'): number => collections.reduce((all, one) => all + one[name], 0);
  return {
    object: 'report',
    migration_id: migrationId,
    status: run.status,
    is_practice: run.copy === undefined,
    retry_of: run.copy?.retryOf ?? null,
    began: isoOrNull(run.begun),
    ended: isoOrNull(hasEnded(run.status) ? run.since : null),
    kept_until: isoOrNull(reportExpiry(run)),
    total: sum('total'),
    copied: sum('copied'),
    altered: sum('altered'),
    skipped: sum('skipped'),
    failed: sum('failed'),
    pending: sum('pending'),
    collections: [...collections],
  };
};

import { erasedCopy } from '../migration-engine/copy-state.ts';
import type { StoredRun } from '../store/run-store.ts';
import type { Store } from '../store/store.ts';
import { keptUntil, reportedRun } from './reported-run.ts';

/** So many copies are looked at in one go, and so many of their items dropped. */
const copiesAtOnce = 20;
const itemsAtOnce = 1_000;
/** A copy that is still under way is looked at again after this. */
const againAfterMs = 24 * 3_600_000;

const eraseCopy = async (
  { runs }: Pick<Store, 'runs'>,
  { migration, version, run }: StoredRun,
  now: number,
): Promise<boolean> => {
  if (run.copy === undefined || run.copy.account === '') return true;
  const login = run.login && { ...run.login, userName: null };
  const erased = { ...run, ...(login && { login }), copy: erasedCopy(run.copy) };
  return runs.save({ migration, version, run: erased }, now);
};

/**
 * Drops what became of the items of copies whose reports are kept no longer: they go by the end of the migration, and not by
 * when an item was written. Gives back how much it has done; 0 where there is nothing to do now.
 */
export const forgetReports = async (
  store: Pick<Store, 'copiedItems' | 'runs' | 'clock'>,
  now: number,
): Promise<number> => {
  const { copiedItems, runs, clock } = store;
  const due = await copiedItems.due(now, copiesAtOnce);
  for (const { organization, migrationId } of due) {
    const found = await runs.find(organization, migrationId);
    // Without a run there is no report: the rows of a sandbox were made anew.
    const ownNow = await clock.now(organization);
    const reported = found?.stored && reportedRun(migrationId, found.stored.run, ownNow);
    if (reported === undefined) {
      // With the last of its items the copy is looked at no more.
      const isErased = found?.stored === undefined || (await eraseCopy(store, found.stored, ownNow));
      if (isErased) await copiedItems.drop(migrationId, itemsAtOnce);
    } else await copiedItems.keep(migrationId, Math.max(keptUntil(reported.run) ?? now + againAfterMs, now) + 1);
  }
  return due.length;
};

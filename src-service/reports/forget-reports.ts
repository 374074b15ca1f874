import { erasedCopy } from '../migration-engine/copy-state.ts';
import type { StoredRun } from '../store/run-store.ts';
import type { Store } from '../store/store.ts';
import { reportExpiry, reportedRun } from './reported-run.ts';

const copiesPerBatch = 20;
const itemsPerBatch = 1_000;
/** Delay before an unfinished copy is checked again. */
const repeatAfterMs = 24 * 3_600_000;

const eraseCopy = async (runs: Store['runs'], { migration, version, run }: StoredRun, now: number) => {
  if (run.copy === undefined || run.copy.account === '') return true;
  const login = run.login && { ...run.login, userName: null };
  const erasedRun = { ...run, ...(login && { login }), copy: erasedCopy(run.copy) };
  return runs.save({ migration, version, run: erasedRun }, now);
};

/** Deletes item results after their retention period. Returns 0 if nothing was due. */
export const forgetReports = async (
  store: Pick<Store, 'copiedItems' | 'runs' | 'clock'>,
  now: number,
): Promise<number> => {
  const { copiedItems, runs, clock } = store;
  const dueCopies = await copiedItems.due(now, copiesPerBatch);
  for (const { organization, migrationId } of dueCopies) {
    const foundRun = await runs.find(organization, migrationId);
    const organizationNow = await clock.now(organization);
    // Seeding the Sandbox again deletes the runs, but the item results of their copies are deleted here.
    const reported = foundRun?.stored && reportedRun(migrationId, foundRun.stored.run, organizationNow);
    if (reported === undefined) {
      // Erases the run first: `drop` may also delete the copy's row, and then no later check erases the run.
      const isErased = foundRun?.stored === undefined || (await eraseCopy(runs, foundRun.stored, organizationNow));
      if (isErased) await copiedItems.drop(migrationId, itemsPerBatch);
    } else await copiedItems.keep(migrationId, Math.max(reportExpiry(reported.run) ?? now + repeatAfterMs, now) + 1);
  }
  return dueCopies.length;
};

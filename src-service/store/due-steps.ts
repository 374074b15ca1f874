import type { RunStore, StoredRun } from './run-store.ts';
import { takeDueStep } from '../migration-engine/run.ts';

/**
 * Writes the steps that time alone has taken, where the engine has not come to them yet, before somebody moves the run on:
 * each step is a change of its own, with an event of its own. Undefined when somebody else wrote the run since it was read.
 */
export const saveDueSteps = async <Stored extends StoredRun>(
  runs: RunStore,
  stored: Stored,
  now: number,
): Promise<Stored | undefined> => {
  const run = takeDueStep(stored.run, now);
  if (run === stored.run) return stored;
  const { migration, version } = stored;
  const isSaved = await runs.save({ migration, version, run }, now);
  return isSaved ? saveDueSteps(runs, { ...stored, version: version + 1, run }, now) : undefined;
};

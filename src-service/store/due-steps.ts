import type { RunStore, StoredRun } from './run-store.ts';
import { takeDueStep } from '../migration-engine/run.ts';

/**
 * Before another change of the run, writes due steps that the engine hasn't taken yet. Each step is a separate change
 * with its own event. Undefined if the run changed since it was read.
 */
export const saveDueSteps = async <Stored extends StoredRun>(
  runs: RunStore,
  stored: Stored,
  now: number,
): Promise<Stored | undefined> => {
  const run = takeDueStep(stored.run, now);
  if (run === stored.run) return stored;
  const { migration, version } = stored;
  const isSaved = await runs.save({ migration, version, before: stored.run, run }, now);
  return isSaved ? saveDueSteps(runs, { ...stored, version: version + 1, run }, now) : undefined;
};

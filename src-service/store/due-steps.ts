import type { RunStore, StoredRun } from './run-store.ts';
import { takeDueStep } from '../migration-engine/run.ts';

/** Writes due steps that the engine hasn't taken yet, as separate changes. Undefined if the run has changed. */
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SeededOrganization, SeedPlan, SeedStore } from '../store/seed-store.ts';
import { seedOrganization, seedRows } from './seed-rows.ts';

interface FillOptions {
  /** The seeded one when left out; another one keeps its id and name. */
  readonly organization?: SeededOrganization;
  readonly signal?: AbortSignal;
  /** Called after each batch with the rows written so far and the rows of the plan. */
  readonly onProgress?: (done: number, of: number) => void;
}

/**
 * Fills the store by plan, in batches so that signals are heard in between. The plan is noted last: a fill cut short is
 * done again from the start. False when the signal stopped it.
 */
export const fillStore = async (store: SeedStore, plan: SeedPlan, options: FillOptions = {}): Promise<boolean> => {
  const { organization } = options;
  const identity = organization ?? seedOrganization(plan);
  await store.begin(identity, organization?.number);
  let done = 0;
  for (const batch of seedRows(plan, identity.id, organization?.number)) {
    if (options.signal?.aborted) return false;
    await store.append(batch, organization?.number);
    done += batch.companies.length + batch.migrations.length;
    options.onProgress?.(done, plan.migrations + plan.companies);
    await nextTurn();
  }
  await store.finish(plan, organization?.number);
  return true;
};

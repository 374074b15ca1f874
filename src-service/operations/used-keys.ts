import type { Store } from '../store/store.ts';
import { createCounts } from './create-counts.ts';

/** Collects the IDs of used keys in memory, because one write per request would take longer than the request. */
export const createUsedKeys = ({ keys, clock }: Pick<Store, 'keys' | 'clock'>) =>
  createCounts(async (uses) =>
    // Sorted, to prevent a deadlock between two instances that write the same keys.
    keys.markUsed(Object.keys(uses).toSorted(), await clock.now()),
  );

import type { Store } from '../store/store.ts';

/** Collects the IDs of used keys in memory, because one write per request would take longer than the request. */
export const createUsedKeys = ({ keys, clock }: Pick<Store, 'keys' | 'clock'>) => {
  const ids = new Set<string>();
  return {
    ids,
    flush: async (): Promise<void> => {
      if (ids.size === 0) return;
      // Sorted, to prevent a deadlock between two instances that write the same keys.
      const usedIds = [...ids].toSorted();
      ids.clear();
      try {
        await keys.markUsed(usedIds, await clock.now());
      } catch (error) {
        for (const id of usedIds) ids.add(id);
        throw error;
      }
    },
  };
};

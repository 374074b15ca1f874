import type { Store } from '../store/store.ts';

/**
 * Collects the IDs of used keys and stores them periodically, because a write per request would take longer than the
 * request. A killed process loses IDs that it hasn't stored.
 */
export const createUsedKeys = ({ keys, clock }: Pick<Store, 'keys' | 'clock'>) => {
  const ids = new Set<string>();
  return {
    ids,
    flush: async (): Promise<void> => {
      if (ids.size === 0) return;
      // Sorted, because two instances that write the same keys could deadlock.
      const used = [...ids].toSorted();
      ids.clear();
      try {
        await keys.markUsed(used, await clock.now());
      } catch (error) {
        for (const id of used) ids.add(id);
        throw error;
      }
    },
  };
};

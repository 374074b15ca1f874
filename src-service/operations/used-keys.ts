import type { Store } from '../store/store.ts';

/**
 * Notes which keys were used and writes it down from time to time: a write for every request would cost more than the
 * request. What a killed process had not written yet is lost.
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

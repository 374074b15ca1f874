type Counts = Readonly<Record<string, number>>;

/** Counts names by owner in memory until `flush` writes the counts. A killed process loses unwritten counts. */
export const createCounts = <Owner = void>(
  write: (counts: Counts, owner: Owner) => Promise<void>,
  keyOf = (owner: Owner): string => JSON.stringify(owner ?? null),
) => {
  const batches = new Map<string, { readonly owner: Owner; readonly counts: Map<string, number> }>();
  const add = (name: string, owner: Owner, count = 1): void => {
    const key = keyOf(owner);
    const { counts } = batches.get(key) ?? { counts: new Map<string, number>() };
    counts.set(name, (counts.get(name) ?? 0) + count);
    batches.set(key, { owner, counts });
  };
  return {
    add,
    flush: async (): Promise<void> => {
      // A copy, because requests add batches to the Map during the writes.
      const taken = [...batches];
      for (const [key, { owner, counts }] of taken) {
        // Deletes the batch before the write, so that counts during the write go to the next batch.
        batches.delete(key);
        try {
          await write(Object.fromEntries(counts), owner);
        } catch (error) {
          for (const [name, count] of counts) add(name, owner, count);
          throw error;
        }
      }
    },
  };
};

interface Batch<Owner> {
  readonly owner: Owner;
  readonly counts: Map<string, number>;
}

/** Counts names by owner in memory until `flush` writes the counts. A killed process loses unwritten counts. */
export class CountBatches<Owner> {
  readonly #batches = new Map<string, Batch<Owner>>();

  add(key: string, owner: Owner, name: string, count = 1): void {
    const { counts } = this.#batches.get(key) ?? { counts: new Map<string, number>() };
    counts.set(name, (counts.get(name) ?? 0) + count);
    this.#batches.set(key, { owner, counts });
  }

  async flush(write: (owner: Owner, counts: Readonly<Record<string, number>>) => Promise<void>): Promise<void> {
    // Iterates over a copy, because requests add batches to the Map during the writes.
    const batches = [...this.#batches];
    for (const [key, { owner, counts }] of batches) {
      // Deletes the batch before the write, so that counts during the write go to the next batch.
      this.#batches.delete(key);
      try {
        await write(owner, Object.fromEntries(counts));
      } catch (error) {
        for (const [name, count] of counts) this.add(key, owner, name, count);
        throw error;
      }
    }
  }
}

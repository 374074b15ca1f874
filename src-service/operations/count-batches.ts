interface Batch<Owner> {
  readonly owner: Owner;
  readonly counts: Map<string, number>;
}

/** Counts names by owner until they are written. A process that is killed loses what it has not written. */
export class CountBatches<Owner> {
  readonly #batches = new Map<string, Batch<Owner>>();

  add(key: string, owner: Owner, name: string, count = 1): void {
    const { counts } = this.#batches.get(key) ?? { counts: new Map<string, number>() };
    counts.set(name, (counts.get(name) ?? 0) + count);
    this.#batches.set(key, { owner, counts });
  }

  async flush(write: (owner: Owner, counts: Readonly<Record<string, number>>) => Promise<void>): Promise<void> {
    // A copy: a Map's own iteration would also visit the batches that begin during the writes.
    const batches = [...this.#batches];
    for (const [key, { owner, counts }] of batches) {
      // Before the write: what is counted during the write belongs to the next batch.
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

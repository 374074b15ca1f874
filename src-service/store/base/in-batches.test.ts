import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test(
  'background work yields to the event loop between batches and stops at the first empty batch',
  { tags: '@X20' },
  async () => {
    let left = 1_000;
    let leftCount = 0;
    setImmediate(() => (leftCount = left));
    // Responds synchronously, like SQLite.
    await inBatches(async () => left--);
    expect(left).toBe(-1);
    expect(leftCount).toBeGreaterThan(900);
    let batches = 0;
    await inBatches(async () => ++batches, 5);
    expect(batches).toBe(5);
  },
);

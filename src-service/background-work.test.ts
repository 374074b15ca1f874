import { expect, test } from 'vitest';
import { inBatches } from './background-work.ts';

test('batches yield to the event loop and end with the first empty one', { tags: '@X20' }, async () => {
  let left = 1_000;
  let leftAtTurn = 0;
  setImmediate(() => (leftAtTurn = left));
  // Responds synchronously, like SQLite.
  await inBatches(async () => left--);
  expect(left).toBe(-1);
  expect(leftAtTurn).toBeGreaterThan(900);
  let batches = 0;
  await inBatches(async () => ++batches, 5);
  expect(batches).toBe(5);
});

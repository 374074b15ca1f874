import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Allocates like a service under load: 10,000 objects per event loop tick, up to about 150,000 alive. Prints the
 * largest size in MiB.
 */
const program = (limit: string): string => `
import { getHeapSpaceStatistics } from 'node:v8';
import { setImmediate } from 'node:timers/promises';
${limit}
let [live, largest] = [[], 0];
for (let turn = 0; turn < 300; turn++) {
  for (let index = 0; index < 10_000; index++) live.push({ index, list: [index] });
  if (live.length > 150_000) live = [];
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  largest = Math.max(largest, young.space_size / 1_048_576);
  await setImmediate();
}
console.log(largest);`;

const largest = (limit: string): number => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program(limit)], { encoding: 'utf8' });
  return Number(stdout);
};

test('the young generation stops growing at 32 MiB', { tags: ['@X30', '@A6'] }, () => {
  const file = path.join(import.meta.dirname, 'young-generation.ts');
  const limited = largest(`import { limitYoungGeneration } from ${JSON.stringify(file)}; limitYoungGeneration();`);
  expect(limited).toBeGreaterThan(1);
  expect(limited).toBeLessThan(40);
  // Shows that without a limit, the program exceeds it.
  expect(largest('')).toBeGreaterThan(60);
});

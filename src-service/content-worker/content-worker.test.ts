import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { badTasks } from '../testing/content-tasks.ts';
import { ItemFailed } from '../providers/copy-ports.ts';
import { type ContentWorker, createContentWorker } from './content-worker.ts';

const timeoutMs = 1_000;
const program = path.join(import.meta.dirname, '../testing/content-tasks.ts');
let worker: ContentWorker;
beforeAll(() => {
  worker = createContentWorker({ timeoutMs, program });
});
afterAll(() => worker.stop());
const runFor = (account: string) => worker.runFor<typeof badTasks>(account);

test("a content worker's task gets bytes and returns its result", { tags: '@X30' }, async () => {
  expect(await runFor('ada')('size', Buffer.alloc(10 * 1_048_576))).toBe(10 * 1_048_576);
});

test('content of any size arrives unchanged', { tags: '@X30' }, async () => {
  const buffers = [0, 1, 262_144, 262_145, 3_000_000].map((length) => Buffer.alloc(length, 'a'));
  for (const buffer of buffers)
    expect(await runFor('ada')('sizes', buffer, buffers, 'text')).toEqual([
      buffer.length,
      ...buffers.map(({ length }) => length),
      4,
    ]);
  expect(await runFor('ada')('sizes', Buffer.alloc(0), [], '')).toEqual([0, 0]);
});

test('a content process has an empty environment', { tags: ['@X30', '@T97', '@A6'] }, async () => {
  expect(await runFor('ada')('environment')).toBe(0);
});

test.each(['fail', 'loop', 'backtrack', 'grow', 'growInSteps'] as const)(
  'the bad task "%s" fails alone, and the service keeps running',
  { tags: ['@X30', '@T97', '@A6'] },
  async (name) => {
    // `grow` must reach its heap limit before its time limit.
    const limitMs = name === 'growInSteps' ? 30_000 : timeoutMs;
    const tested = createContentWorker({ timeoutMs: limitMs, program });
    const run = tested.runFor<typeof badTasks>('ada');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    const start = performance.now();
    try {
      const others = [1, 2].map((length) =>
        tested.runFor<typeof badTasks>(`bob ${length}`)('size', Buffer.alloc(length)),
      );
      await expect(run(name)).rejects.toThrow(new ItemFailed('unreadable'));
      expect(performance.now() - start).toBeLessThan(30_000);
      expect(await Promise.all(others)).toEqual([1, 2]);
      expect(await run('size', Buffer.alloc(3))).toBe(3);
      expect(ticks).toBeGreaterThanOrEqual(name === 'fail' ? 0 : 6);
    } finally {
      clearInterval(timer);
      tested.stop();
    }
  },
);

test('an account uses one process at a time, and accounts take turns', { tags: ['@X30', '@T97', '@A6'] }, async () => {
  const order: string[] = [];
  const note = async (name: string, task: Promise<unknown>): Promise<void> => {
    await task.catch(() => {});
    order.push(name);
  };
  const slow = Array.from({ length: 4 }, (_, index) => note(`slow ${index}`, runFor('eve')('loop')));
  const quick = ['ada', 'bob'].map((name) => note(name, runFor(name)('size', Buffer.alloc(1))));
  await Promise.all([...slow, ...quick]);
  expect(order).toEqual(['slow 0', 'ada', 'bob', 'slow 1', 'slow 2', 'slow 3']);
});

test('a task that comes while an idle process is being ended succeeds', { tags: '@X30' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tested = createContentWorker({ timeoutMs, program });
  const size = () => tested.runFor<typeof badTasks>('ada')('size', Buffer.alloc(1));
  try {
    expect(await size()).toBe(1);
    vi.runAllTimers();
    expect(await size()).toBe(1);
  } finally {
    vi.useRealTimers();
    tested.stop();
  }
});

test('stopping a worker rejects running and waiting tasks', { tags: '@X30' }, async () => {
  const stopped = createContentWorker({ timeoutMs, program });
  const tasks = ['ada', 'ada', 'bob', 'eve'].map((name) => stopped.runFor<typeof badTasks>(name)('loop'));
  stopped.stop();
  for (const task of tasks) await expect(task).rejects.toThrow('stopping');
  await expect(stopped.runFor<typeof badTasks>('ada')('processId')).rejects.toThrow('stopping');
});

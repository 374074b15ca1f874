import { serveTasks } from '../content-worker/serve-tasks.ts';

const grow = (): number => {
  const all: Record<string, number[]> = {};
  for (let index = 0; ; index++) all[`name ${index}`] = [index];
};

const growInSteps = (): number => {
  const all: number[][] = [];
  for (;;) all.push(Array.from({ length: 1_000 }, (_, index) => index));
};

/** Tasks that misbehave, for the tests of the content worker. */
export const badTasks = {
  size: (content: Buffer): number => content.length,
  sizes: (one: Buffer, others: readonly Buffer[], text: string): readonly number[] => [
    one.length,
    ...others.map(({ length }) => length),
    text.length,
  ],
  fail: (): number => {
    throw new Error('The content is odd.');
  },
  loop: (): number => {
    for (;;);
  },
  /** Backtracks in a single call of the regular expression engine. */
  backtrack: (): boolean => /^(a+)+$/.test(`${'a'.repeat(40)}b`),
  grow,
  growInSteps,
  processId: (): number => process.pid,
  environment: (): number => Object.keys(process.env).length,
};

if (import.meta.main) serveTasks(badTasks);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { calls } from '#shared/console-contract/calls.ts';
import { createDispatcher } from '#main/console/calls/call-dispatcher.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import type { ConsoleHandlers } from '#main/console/calls/console-handlers.ts';
import { callSamples } from '#test/contract/call-samples.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const runs = isSoak ? 10_000 : 200;
const names = Object.entries(calls).flatMap(([topic, verbs]) => Object.keys(verbs).map((verb) => `${topic}:${verb}`));

let reached: unknown[] = [];
const handlers = Object.fromEntries(
  Object.entries(calls).map(([topic, verbs]) => [
    topic,
    Object.fromEntries(
      Object.keys(verbs).map((verb) => [
        verb,
        async (args: unknown) => {
          reached.push(args);
          return succeed(null);
        },
      ]),
    ),
  ]),
) as unknown as ConsoleHandlers;
const dispatch = createDispatcher(handlers, {
  clock: systemClock,
  redactor: createRedactor(),
  log: { error: () => undefined },
});
const context = { signal: new AbortController().signal };

const cycle = (): unknown => {
  const loop: Record<string, unknown> = { page: 1, pageSize: 25 };
  loop['self'] = loop;
  return loop;
};
const pollutingNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** Values that no page sends: types outside JSON, prototype-related names, excessive sizes. */
const hostile = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 53, 1e308, 'x'.repeat(100_000), Symbol('x')),
  fc.constant(() => ({})),
  fc.constant(null).map(cycle),
  fc
    .tuple(fc.constantFrom(...pollutingNames), fc.jsonValue())
    .map(([name, value]) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify({ polluted: value })}}`) as unknown),
);

/** A sample with one field changed, added or removed. */
const mutationsOf = (sample: unknown): fc.Arbitrary<unknown> => {
  const fields = Object.keys(sample as object);
  const bent = fc
    .tuple(fc.constantFrom(...fields, ...pollutingNames, 'more'), hostile)
    .map(([name, value]): unknown =>
      Object.defineProperty({ ...(sample as object) }, name, { value, enumerable: true }),
    );
  const missingField = fc.constantFrom(...fields, 'none').map((name): unknown => {
    const { [name]: _left, ...rest } = sample as Record<string, unknown>;
    return rest;
  });
  const wrappedArbitrary = fc.constantFrom<unknown>([sample], { value: sample }, JSON.stringify(sample), [
    sample,
    sample,
  ]);
  return fc.oneof(bent, missingField, wrappedArbitrary);
};

const isPlain = (value: unknown): boolean => {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.keys(value).every((name) => !pollutingNames.includes(name)) && Object.values(value).every(isPlain);
};

test.each(names)('%s accepts only plain, known values among generated arguments', { tags: '@T2' }, async (name) => {
  const [topic = '', verb = ''] = name.split(':');
  const samples = callSamples[name] ?? [{}];
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const generatedArbitrary = fc.oneof(hostile, ...samples.map(mutationsOf));
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(generatedArbitrary, async (args) => {
      reached = [];
      const outcome = await dispatch(topic, verb, args, context);
      if (!outcome.ok) refused += 1;
      expect(outcome.ok ? null : outcome.error.code).toBe(outcome.ok ? null : 'invalid_arguments');
      expect(reached).toHaveLength(outcome.ok ? 1 : 0);
      expect(reached.every(isPlain)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(refused).toBeGreaterThan(runs / 10);
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('the call samples that generated arguments are based on are accepted', { tags: '@T2' }, async () => {
  for (const [name, samples] of Object.entries(callSamples)) {
    const [topic = '', verb = ''] = name.split(':');
    for (const sample of samples) {
      expect({ name, outcome: await dispatch(topic, verb, sample, context) }).toEqual({
        name,
        outcome: succeed(null),
      });
    }
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { uuidSchema } from './field-schemas.ts';

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

test('our UUID schema accepts the same IDs as Zod', { tags: '@X1' }, () => {
  const character = fc.constantFrom(...'0189afAFgG-_ \n');
  const nearlyValid = fc
    .tuple(fc.uuid(), fc.nat(36), character, fc.boolean())
    .map(([id, at, put, inserts]) => id.slice(0, at) + put + id.slice(inserts ? at : at + 1));
  const upperArbitrary = fc.uuid().map((id) => id.toUpperCase());
  const edges = fc.constantFrom(
    ...'0fF1'.split('').map((one) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', one)),
  );
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), upperArbitrary, nearlyValid, edges, fc.string(), fc.integer()), (value) => {
      expect(takes(uuidSchema, value)).toBe(takes(z.uuid(), value));
    }),
    { numRuns: 2_000 },
  );
});

test("our UUID schema has the same JSON Schema as Zod's", { tags: '@X5' }, () => {
  expect(z.toJSONSchema(uuidSchema)).toEqual(z.toJSONSchema(z.uuid()));
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { faults } from './fault-rows.ts';
import { findTaggedTests } from './find-tagged-tests.ts';
import { findRowFaults, securityDocument } from './security-document.ts';
import { threats } from './threat-rows.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-docs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const tag = (name: string): string => `[${name}]`;

test('docs:security: titles are found in every form, with the rows that they name, and nothing else is', () => {
  mkdirSync(path.join(root, 'test', 'x'), { recursive: true });
  writeFileSync(
    path.join(root, 'test', 'x', 'a.test.ts'),
    [
      `test('C1 ${tag('security')} (T5) it\\'s so', () => {});`,
      `test.each([1])(\`C2 ${tag('fault')} (F1, T2): %s of \${count} times, $name\`, () => {});`,
      `test('${tag('fault')} without a row', () => {});`,
      "test('no tag', () => {});",
    ].join('\n'),
  );
  expect(findTaggedTests(root)).toEqual([
    { title: "C1 it's so", rows: ['T5'], file: 'test/x/a.test.ts' },
    { title: 'C2: … of … times, …', rows: ['F1', 'T2'], file: 'test/x/a.test.ts' },
    { title: 'without a row', rows: [], file: 'test/x/a.test.ts' },
  ]);
});

test('docs:security: a row without a test is open, one that a test names by its id is not', () => {
  const row = /\| F1 \|.*\|\n/;
  expect(row.exec(securityDocument([]))?.[0]).toContain('**open**');
  const shown = securityDocument([{ title: 'in any words', rows: ['F1'], file: 'a.test.ts' }]);
  expect(row.exec(shown)?.[0]).toContain('in any words (`a.test.ts`)');
});

test('docs:security: a title that names no row, or one that does not exist, is a fault of the document', () => {
  expect(findRowFaults([{ title: 'a', rows: ['T1', 'F1'], file: 'a.test.ts' }])).toEqual([]);
  const [none, unknown] = findRowFaults([
    { title: 'a', rows: [], file: 'a.test.ts' },
    { title: 'b', rows: ['T1', 'T999'], file: 'b.test.ts' },
  ]);
  expect(none).toContain('a.test.ts: "a" names no row');
  expect(unknown).toContain('b.test.ts: "b" names T999');
});

test('docs:security: each id stands for one row', () => {
  const ids = [...threats, ...faults].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** The last numbers of the success criteria of WCAG 2.2, levels A and AA, by guideline. */
const guidelines = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};
const criteria = Object.entries(guidelines).flatMap(([guideline, numbers]) =>
  numbers.map((one) => `${guideline}.${one}`),
);

test('the accessibility report has every criterion, and each supported one links its test', { tags: '@C21' }, () => {
  const report = readFileSync(path.join(projectRoot, 'docs/accessibility.md'), 'utf8');
  const rows = Array.from(report.matchAll(/^\| (\d+\.\d+\.\d+) .*? \| (A+) *\| ([A-Z][a-z ]+?) *\| *(.*?) *\|$/gm));
  expect(rows.map(([, id]) => id)).toEqual(criteria);
  const wrong = rows.filter(([, , , status = '', evidence = '']) =>
    status === 'Supports' ? !/\]\(\.\.\/test\/.*\.spec\.ts\)/.test(evidence) : evidence === '',
  );
  expect(wrong.map(([row]) => row)).toEqual([]);
});

import type { TaggedTest } from './find-tagged-tests.ts';
import { faults, type SecurityRow, threats } from './security-rows.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const line = ({ title, file }: TaggedTest): string => `${cell(title)} (\`${file}\`)`;

const testsOf = (row: SecurityRow, tests: readonly TaggedTest[]): readonly TaggedTest[] =>
  tests.filter(({ title }) => row.shownBy.some((pattern) => pattern.test(title)));

function table(name: string, rows: readonly SecurityRow[], tests: readonly TaggedTest[]): string[] {
  const lines = rows.map((row) => {
    const shown = testsOf(row, tests);
    return `| ${cell(row.risk)} | ${cell(row.control)} | ${shown.length > 0 ? shown.map(line).join('<br>') : '**open**'} |`;
  });
  return [`| ${name} | control | tests |`, '| --- | --- | --- |', ...lines];
}

/** The document of threats and faults, what stands against each, and the tests that show it. A row without one is open. */
export function securityDocument(tests: readonly TaggedTest[]): string {
  const rows = [...threats, ...faults];
  const open = rows.filter((row) => testsOf(row, tests).length === 0);
  const others = tests.filter(
    ({ title }) => !rows.some(({ shownBy }) => shownBy.some((pattern) => pattern.test(title))),
  );
  return [
    '# Security and faults',
    '',
    '<!-- prettier-ignore-start -->',
    '',
    'Written by `npm run docs:security` from the titles of tests that carry `[security]` or `[fault]`. `npm test` runs all of',
    `them. ${rows.length} rows, ${open.length} open.`,
    '',
    '## Threats',
    '',
    ...table('threat', threats, tests),
    '',
    '## Faults',
    '',
    ...table('fault', faults, tests),
    '',
    '## Further tests',
    '',
    ...others.map((test) => `- ${line(test)}`),
    '',
    '<!-- prettier-ignore-end -->',
    '',
  ].join('\n');
}

import type { TaggedTest } from './find-tagged-tests.ts';
import { faults } from './fault-rows.ts';
import type { SecurityRow } from './threats/security-row.ts';
import { threats } from './threat-rows.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const line = ({ title, file }: TaggedTest): string => `${cell(title)} (\`${file}\`)`;

const testsOf = (row: SecurityRow, tests: readonly TaggedTest[]): readonly TaggedTest[] =>
  tests.filter(({ rows }) => rows.includes(row.id));

function table(name: string, rows: readonly SecurityRow[], tests: readonly TaggedTest[]): string[] {
  const lines = rows.map((row) => {
    const shown = testsOf(row, tests);
    const evidence = shown.length > 0 ? shown.map(line).join('<br>') : '**open**';
    return `| ${row.id} | ${cell(row.risk)} | ${cell(row.control)} | ${evidence} |`;
  });
  return [`| id | ${name} | control | tests that fail without it |`, '| --- | --- | --- | --- |', ...lines];
}

/** One sentence for each tagged title that names no row, or one that does not exist. */
export function findRowFaults(tests: readonly TaggedTest[]): readonly string[] {
  const known = new Set([...threats, ...faults].map(({ id }) => id));
  return tests.flatMap(({ title, rows, file }) => {
    if (rows.length === 0)
      return [`${file}: "${title}" names no row: write its id behind the tag, as in [fault] (F1).`];
    return rows
      .filter((id) => !known.has(id))
      .map((id) => `${file}: "${title}" names ${id}, and there is no such row.`);
  });
}

/** The document of threats and faults, what stands against each, and the tests that show it. A row without one is open. */
export function securityDocument(tests: readonly TaggedTest[]): string {
  const rows = [...threats, ...faults];
  const open = rows.filter((row) => testsOf(row, tests).length === 0);
  return [
    '# Security and faults',
    '',
    '<!-- prettier-ignore-start -->',
    '',
    'Written by `npm run docs:security`. A test whose title carries `[security]` or `[fault]` names behind it the ids of the rows',
    `that it proves; \`npm test\` runs all of them. ${rows.length} rows, ${open.length} open. An ellipsis stands for what differs from run to run.`,
    '',
    '## Threats',
    '',
    ...table('threat', threats, tests),
    '',
    '## Faults',
    '',
    ...table('fault', faults, tests),
    '',
    '<!-- prettier-ignore-end -->',
    '',
  ].join('\n');
}

import { expect, test } from 'vitest';
import { findStiltedWordsIn } from './find-stilted-words.ts';

const source = `// The rows are read anew.
const mostRows = 5;
export const label = 'Nobody has asked';
export const mostly = mostRows;
`;

test('the word check finds phrases in comments and strings, and names in identifiers', () => {
  expect(
    findStiltedWordsIn('a.ts', source)
      .map(({ kind, line, match }) => `${line} ${kind} ${match}`)
      .toSorted(),
  ).toEqual(['1 phrase anew', '2 name mostRows', '3 phrase Nobody', '4 name mostRows']);
});

test('the word check reads Markdown without its code blocks', () => {
  const found = findStiltedWordsIn('a.md', 'Rows are kept.\n\n```ts\nconst a = "read anew";\n```\n\nRead anew.\n');
  expect(found.map(({ line, match }) => `${line} ${match}`)).toEqual(['7 anew', '1 are kept'].toSorted().toReversed());
});

test('the word check reads the strings of a JSON file', () => {
  const found = findStiltedWordsIn('en.json', JSON.stringify({ label: source }, null, 2));
  expect(found.map(({ line, kind }) => `${line} ${kind}`)).toEqual(['2 phrase', '2 phrase']);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readGuide } from './user-guide.ts';

test('the Markdown of the guide becomes elements that the page shows without HTML', { tags: '@C18' }, () => {
  const elements = readGuide(
    '# Guide\n\nPress `C`, **now**. See [there](#a--b) or [that](other.md).\n\n## A & B\n\n![alt](p.png)\n\n1. one\n2. two `x`\n\n| a | b |\n| - | - |\n| 1 | <2 |\n',
  );
  expect(elements).toEqual([
    [
      'p',
      {},
      'Press ',
      ['code', {}, 'C'],
      ', ',
      ['strong', {}, 'now'],
      '. See ',
      ['a', { href: '#/help?part=a--b' }, 'there'],
      ' or ',
      'that',
      '.',
    ],
    ['h2', { id: 'part-a--b', tabIndex: -1 }, 'A & B'],
    ['img', { className: 'help-picture', src: 'p.png', alt: 'alt', loading: 'lazy' }],
    ['ol', {}, ['li', {}, 'one'], ['li', {}, 'two ', ['code', {}, 'x']]],
    [
      'table',
      { className: 'help-table' },
      ['thead', {}, ['tr', {}, ['th', { scope: 'col' }, 'a'], ['th', { scope: 'col' }, 'b']]],
      ['tbody', {}, ['tr', {}, ['td', {}, '1'], ['td', {}, '<2']]],
    ],
  ]);
});

test('unsupported content in the guide, such as HTML, fails the build', { tags: '@C18' }, () => {
  expect(() => readGuide('<b>bold</b>\n')).toThrow(/cannot show/);
});

test("the console's guide is valid, and its headings are unique", { tags: '@C18' }, () => {
  const elements = readGuide(readFileSync(path.join(import.meta.dirname, '../../docs/user-guide.md'), 'utf8'));
  const ids = elements.flatMap(([, { id }]) => (id === undefined ? [] : [id]));
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readGuide } from './user-guide.ts';

test('the Markdown of the guide becomes blocks that the page shows without HTML', { tags: '@C18' }, () => {
  const blocks = readGuide(
    '# A & B\n\nPress `C`, **now**. See [there](#a--b) or [that](other.md).\n\n![alt](p.png)\n\n1. one\n2. two `x`\n\n| a | b |\n| - | - |\n| 1 | <2 |\n',
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: 'A & B', id: 'a--b' },
    {
      kind: 'paragraph',
      text: [
        'Press ',
        { kind: 'code', text: 'C' },
        ', ',
        { kind: 'strong', text: 'now' },
        '. See ',
        { kind: 'link', text: 'there', to: 'a--b' },
        ' or ',
        'that',
        '.',
      ],
    },
    { kind: 'picture', src: 'p.png', alt: 'alt' },
    { kind: 'list', ordered: true, items: [['one'], ['two ', { kind: 'code', text: 'x' }]] },
    { kind: 'table', head: [['a'], ['b']], rows: [[['1'], ['<2']]] },
  ]);
});

test('unsupported content in the guide, such as HTML, fails the build', { tags: '@C18' }, () => {
  expect(() => readGuide('<b>bold</b>\n')).toThrow(/cannot show/);
});

test("the console's guide is valid, and its headings are unique", { tags: '@C18' }, () => {
  const blocks = readGuide(readFileSync(path.join(import.meta.dirname, '../../docs/user-guide.md'), 'utf8'));
  const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
  expect(ids.length).toBeGreaterThan(8);
  expect(new Set(ids).size).toBe(ids.length);
});

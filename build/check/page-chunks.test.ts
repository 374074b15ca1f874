import { expect, test } from 'vitest';
import { filesOf, findEagerFiles } from './page-chunks.ts';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', imports: ['index.html'] },
  'page.tsx': { file: 'page.js', imports: ['_shared.js', '_table.js'], isDynamicEntry: true },
  '_table.js': { file: 'table.js', name: 'table' },
  'drawer.tsx': { file: 'drawer.js', isDynamicEntry: true },
};

test('P14: an entry and each of its imports are counted once', () => {
  expect(filesOf(manifest, ['index.html'])).toEqual(['index.js', 'shared.js']);
  expect(filesOf(manifest, ['index.html', 'page.tsx'])).toEqual(['index.js', 'page.js', 'shared.js', 'table.js']);
  expect(filesOf(manifest, ['index.html', 'table'])).toEqual(['index.js', 'shared.js', 'table.js']);
  expect(() => filesOf(manifest, ['missing.tsx'])).toThrow('The build has no missing.tsx.');
});

test("P14: a module that loads with the page or has no separate chunk isn't lazy", () => {
  expect(findEagerFiles(manifest, ['drawer.tsx'], ['index.js'])).toEqual([]);
  expect(findEagerFiles(manifest, ['drawer.tsx'], ['drawer.js'])).toEqual(['drawer.tsx']);
  expect(findEagerFiles(manifest, ['missing.tsx', 'index.html'], [])).toEqual(['missing.tsx', 'index.html']);
});

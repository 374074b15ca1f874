import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { anchorOf } from '#shared/anchor-of.ts';
import { findDocFaults } from './find-doc-faults.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-doc-faults-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};

test('the docs check finds broken links, missing headings, unused images and unknown commands, and nothing else', () => {
  write('package.json', JSON.stringify({ scripts: { check: 'x' } }));
  write('docs/pictures/used.png', '');
  write('docs/pictures/unused.png', '');
  write('docs/guide.md', '# Guide\n\n## A `part` of it\n');
  write(
    'README.md',
    [
      '[guide](docs/guide.md#a-part-of-it) ![used](docs/pictures/used.png) [out](https://example.com/x)',
      '[lost](docs/lost.md)',
      '[heading](docs/guide.md#another)',
      'Run `npm run check`, `npm start` and then `npm run chekc`; `[not](a-link)`.',
    ].join('\n'),
  );
  expect(findDocFaults(root).map(({ file, line, problem }) => `${file}:${line} ${problem}`)).toEqual([
    'README.md:2 docs/lost.md leads nowhere.',
    'README.md:3 docs/guide.md has no heading #another.',
    'README.md:4 npm run chekc does not exist.',
    'docs/pictures/unused.png:1 No document shows this picture.',
  ]);
  expect(anchorOf('GET /api/v1/migrations/{id}')).toBe('get-apiv1migrationsid');
});

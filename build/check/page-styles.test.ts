import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { farSelectors, readStyledFiles } from './testing/page-styles.ts';

const page = (name: string, css: string, markup = '') => [
  { path: `pages/${name}/${name}.css`, text: css },
  { path: `pages/${name}/${name}.tsx`, text: markup },
];
const found = (...files: ReturnType<typeof page>[]) => farSelectors(files.flat()).map(({ selector }) => selector);

test('no page style sheet affects another page', { tags: '@C21' }, () => {
  expect(farSelectors(readStyledFiles(projectRoot))).toEqual([]);
});

test(
  'the style check finds a class that two pages define or that another page uses in its markup',
  { tags: '@C21' },
  () => {
    const count = '@layer pages { .count { color: red; } }';
    expect(found(page('lab', count, '<i className="count" />'))).toEqual([]);
    expect(found(page('lab', count), page('tokens', count))).toEqual(['.count', '.count']);
    expect(found(page('lab', count), page('tokens', '', '<i className={open ? "count" : "x"} />'))).toEqual(['.count']);
    expect(found(page('lab', count), page('tokens', '', '<Row rowClassName="count" />'))).toEqual(['.count']);
  },
);

test('the style check finds rules, including nested rules, that name no class of their page', { tags: '@C21' }, () => {
  const shared = { path: 'segments.css', text: '.segment { color: blue; }' };
  const far = page(
    'lab',
    '@layer pages { h2 { margin: 0; } .segment { margin: 0; } .lab { & .segment, h2 { margin: 0; } } }',
  );
  expect(farSelectors([shared, ...far]).map(({ selector }) => selector)).toEqual(['h2', '.segment']);
});

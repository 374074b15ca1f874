import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HeadChanges } from './column-widths.tsx';
import { TableHead } from './table-head.tsx';
import { Skeleton } from './skeleton.tsx';

const columns = [
  { id: 'col-status', head: 'Status', widths: [150, 130], cell: () => null },
  { id: 'col-id', head: 'Id', cell: () => null },
  { id: 'col-user', head: 'Started by', widths: [238], cell: () => null },
];
const changes: HeadChanges = { widths: { 'col-user': 99 }, onWidth: () => undefined, onMove: () => undefined };

const group = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  /<colgroup>.*<\/colgroup>/.exec(renderToStaticMarkup(element))?.[0] ?? '';

test.each([
  ['with their default widths', {}, '--width-medium:130px'],
  ['with the widths that the user chose', { changes }, 'width:99px'],
])('placeholder columns are as wide as the columns of the table, %s', { tags: '@C14' }, (_title, chosen, width) => {
  const look = { columns, density: 'normal' as const, ...chosen };
  const skeletonMarkup = group(createElement(Skeleton, { rows: 3, ...look }));
  expect(skeletonMarkup).toContain(width);
  expect(skeletonMarkup).toBe(group(createElement(TableHead, { look })));
});

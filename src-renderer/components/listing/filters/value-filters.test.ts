import { expect, test } from 'vitest';
import { valuesInGroups } from './value-filters.ts';

const company = {
  namedBy: 'companyName',
  labelOf: (id: string, name: string | null) => name ?? `(${id})`,
};
const nameOf = (id: string): string | null => (id === 'b' ? 'Bolt' : null);

test('the filter names a selected company even without loaded rows', { tags: '@C32' }, () => {
  const groups = [{ key: 'a', label: 'Acme', count: 3 }];
  expect(valuesInGroups(groups, company, ['a', 'b', 'c'], nameOf)).toEqual([
    { id: 'a', label: 'Acme', rows: 3 },
    { id: 'b', label: 'Bolt', rows: 0 },
    { id: 'c', label: '(c)', rows: 0 },
  ]);
});

import { expect, test } from 'vitest';
import { chosenText, valuesInGroups } from './value-filters.ts';

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

test('a filter chip names a single value and counts several', { tags: '@C32' }, () => {
  const values = ['a', 'b'].map((id) => ({ id, label: `name of ${id}`, rows: 1 }));
  expect(chosenText([], values)).toBeNull();
  expect(chosenText(['a'], values)).toBe('name of a');
  expect(chosenText(['a', 'b'], values)).toBe('2 of 2');
});

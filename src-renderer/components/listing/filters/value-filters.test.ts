import { expect, test } from 'vitest';
import { valuesInGroups, valuesInRows } from './value-filters.ts';

const company = {
  field: 'companyId',
  namedBy: 'companyName',
  labelOf: (id: string, name: string | null) => name ?? `(${id})`,
};
const rows = [{ companyId: 'a', companyName: 'Acme' }];
const nameOf = (id: string): string | null => (id === 'b' ? 'Bolt' : null);

test('a chosen company keeps its name on a page without a row of it', { tags: '@C32' }, () => {
  const labels = valuesInRows(rows, company, ['b', 'c'], nameOf).map(({ label }) => label);
  expect(labels).toEqual(['Acme', '(c)', 'Bolt']);
});

test('a value without a name is shown unchanged', { tags: '@C32' }, () => {
  const plain = { field: 'status', namedBy: undefined, labelOf: company.labelOf };
  expect(valuesInRows([{ status: 'b' }], plain, [], nameOf).map(({ label }) => label)).toEqual(['(b)']);
});

test('a selected company keeps its name without loaded rows', { tags: '@C32' }, () => {
  const groups = [{ key: 'a', label: 'Acme', count: 3 }];
  expect(valuesInGroups(groups, company, ['a', 'b', 'c'], nameOf)).toEqual([
    { id: 'a', label: 'Acme', rows: 3 },
    { id: 'b', label: 'Bolt', rows: 0 },
    { id: 'c', label: '(c)', rows: 0 },
  ]);
});

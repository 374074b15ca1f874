import { expect, test } from 'vitest';
import { valuesInRows } from './value-filters.ts';

const company = {
  field: 'companyId',
  namedBy: 'companyName',
  labelOf: (id: string, name: string | null) => name ?? `(${id})`,
};
const rows = [{ companyId: 'a', companyName: 'Acme' }];
const nameOf = (id: string): string | null => (id === 'b' ? 'Bolt' : null);

test('C32 a chosen company keeps its name on a page without a row of it', () => {
  const labels = valuesInRows(rows, company, ['b', 'c'], nameOf).map(({ label }) => label);
  expect(labels).toEqual(['Acme', '(c)', 'Bolt']);
});

test('C32 a value that nothing else names is told as it is', () => {
  const plain = { field: 'status', namedBy: undefined, labelOf: company.labelOf };
  expect(valuesInRows([{ status: 'b' }], plain, [], nameOf).map(({ label }) => label)).toEqual(['(b)']);
});

import { expect, test } from 'vitest';
import { hiddenColumnsOf } from './table-view.ts';

const hideable = ['col-company', 'col-user'];

test('C35 what was hidden is hidden again', () => {
  expect(hiddenColumnsOf('["col-user"]', hideable)).toEqual(['col-user']);
});

test.each([null, '', 'nonsense', '{"col-user":true}', '["col-id","col-of-old",7]'])(
  'C35 %j hides nothing',
  (stored) => {
    expect(hiddenColumnsOf(stored, hideable)).toEqual([]);
  },
);

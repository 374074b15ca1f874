import { expect, test } from 'vitest';
import { keepView, keptView } from './kept-views.ts';
import { defaultListingSearch } from './listing-search.ts';
import { preferSize } from './pager/page-size.ts';

const viewOf = (more: object) => ({ page: 1, size: defaultListingSearch.size, ...more });

test('a view is stored for one profile and page, without the open row', { tags: '@C31' }, () => {
  keepView('one', '/migrations', viewOf({ text: 'ada', open: 'some-id' }));
  expect(keptView('one', '/migrations')).toMatchObject({ text: 'ada', open: null });
  expect(keptView('one', '/companies')).toEqual({});
  expect(keptView('two', '/migrations')).toEqual({});
});

test('a view of one profile does not apply to the next profile, even after a re-render', { tags: '@C31' }, () => {
  const ofFirst = viewOf({ text: 'of the first' });
  keepView(undefined, '/migrations', ofFirst);
  keepView('first', '/migrations', ofFirst);
  keepView('second', '/migrations', ofFirst);
  keepView('second', '/migrations', ofFirst);
  expect(keptView('second', '/migrations')).toEqual({});
  keepView('second', '/migrations', viewOf({ text: 'of the second' }));
  expect(keptView('second', '/migrations')).toMatchObject({ text: 'of the second' });
  keepView('first', '/migrations', ofFirst);
  expect(keptView('first', '/migrations')).toMatchObject({ text: 'of the first' });
});

test('a page size that the user chose stays, and otherwise the setting applies', { tags: '@C31' }, () => {
  keepView('sized', '/migrations', viewOf({}));
  expect(keptView('sized', '/migrations')).toMatchObject({ size: undefined });
  keepView('sized', '/companies', viewOf({ size: 100 }));
  preferSize(50);
  expect(keptView('sized', '/companies')).toMatchObject({ size: 100 });
  preferSize(25);
});

test('a list without a drawer gets no open row in its link', { tags: '@C31' }, () => {
  keepView('p9', '/companies', viewOf({ text: 'ada' }));
  expect(keptView('p9', '/companies')).not.toHaveProperty('open');
});

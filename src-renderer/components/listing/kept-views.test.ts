import { expect, test } from 'vitest';
import { keepView, savedViewState } from './kept-views.ts';
import { defaultListingSearch } from './listing-search.ts';
import { preferSize } from './pager/page-size.ts';

const viewOf = (more: object) => ({ page: 1, size: defaultListingSearch.size, ...more });

test('a view is stored for one profile and page, without the open row', { tags: '@C31' }, () => {
  keepView('one', '/migrations', viewOf({ text: 'ada', open: 'some-id' }));
  expect(savedViewState('one', '/migrations')).toMatchObject({ text: 'ada', open: null });
  expect(savedViewState('one', '/companies')).toEqual({});
  expect(savedViewState('two', '/migrations')).toEqual({});
});

test('a view of one profile does not apply to the next profile, even after a re-render', { tags: '@C31' }, () => {
  const viewOfFirst = viewOf({ text: 'of the first' });
  keepView(undefined, '/migrations', viewOfFirst);
  keepView('first', '/migrations', viewOfFirst);
  keepView('second', '/migrations', viewOfFirst);
  keepView('second', '/migrations', viewOfFirst);
  expect(savedViewState('second', '/migrations')).toEqual({});
  keepView('second', '/migrations', viewOf({ text: 'of the second' }));
  expect(savedViewState('second', '/migrations')).toMatchObject({ text: 'of the second' });
  keepView('first', '/migrations', viewOfFirst);
  expect(savedViewState('first', '/migrations')).toMatchObject({ text: 'of the first' });
});

test('a page size that the user chose stays, and otherwise the setting applies', { tags: '@C31' }, () => {
  keepView('sized', '/migrations', viewOf({}));
  expect(savedViewState('sized', '/migrations')).toMatchObject({ size: undefined });
  keepView('sized', '/companies', viewOf({ size: 100 }));
  preferSize(50);
  expect(savedViewState('sized', '/companies')).toMatchObject({ size: 100 });
  preferSize(25);
});

test('a list without a drawer gets no open row in its link', { tags: '@C31' }, () => {
  keepView('p9', '/companies', viewOf({ text: 'ada' }));
  expect(savedViewState('p9', '/companies')).not.toHaveProperty('open');
});

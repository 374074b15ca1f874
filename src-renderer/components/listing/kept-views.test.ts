import { expect, test } from 'vitest';
import { keepView, keptView } from './kept-views.ts';
import { defaultListingSearch } from './listing-search.ts';
import { preferSize } from './pager/page-size.ts';

const viewOf = (more: object) => ({ page: 1, size: defaultListingSearch.size, ...more });

test('a view is kept for its profile and its page, without the row that was open', { tags: '@C31' }, () => {
  keepView('one', '/migrations', viewOf({ text: 'ada', open: 'some-id' }));
  expect(keptView('one', '/migrations')).toMatchObject({ text: 'ada', open: null });
  expect(keptView('one', '/companies')).toEqual({});
  expect(keptView('two', '/migrations')).toEqual({});
});

test(
  'what one profile looked at is not kept for the one that comes after it, also where the page is drawn anew',
  { tags: '@C31' },
  () => {
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
  },
);

test('a number of rows that was chosen is kept; one that was not follows Settings', { tags: '@C31' }, () => {
  keepView('sized', '/migrations', viewOf({}));
  expect(keptView('sized', '/migrations')).toMatchObject({ size: undefined });
  keepView('sized', '/companies', viewOf({ size: 100 }));
  preferSize(50);
  expect(keptView('sized', '/companies')).toMatchObject({ size: 100 });
  preferSize(25);
});

test('a list whose rows do not open beside it gets no open row in the link that leads back', { tags: '@C31' }, () => {
  keepView('p9', '/companies', viewOf({ text: 'ada' }));
  expect(keptView('p9', '/companies')).not.toHaveProperty('open');
});

import { describe, expect, test } from 'vitest';
import { parseSettingsSearch } from './settings-search.ts';

describe('search parameters of the Settings page', { tags: '@C14' }, () => {
  test.each([
    [{}, {}],
    [{ section: 'about' }, { section: 'about' }],
    [{ section: 'profile', profile: 'new' }, { profile: 'new' }],
    [{ section: 'nothing', profile: '../../etc' }, {}],
    [{ section: 7, profile: null }, {}],
  ])('the search parameters %o are read as %o', (raw, search) => expect(parseSettingsSearch(raw)).toEqual(search));
});

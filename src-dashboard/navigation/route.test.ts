import { expect, test } from 'vitest';
import { readRotateHash, rotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { hrefOf, pageNames, queryOf, readRoute } from './route.ts';

test('dashboard: every page of an organization has a URL that opens it', { tags: '@X24' }, () => {
  for (const page of pageNames) expect(readRoute(hrefOf('an-id', page))).toEqual({ organization: 'an-id', page });
});

test('dashboard: the filters of a page survive in its URL', { tags: '@X24' }, () => {
  for (const value of ['a/b', '?#&=%', 'command line', '']) {
    const query = new URLSearchParams({ by: value });
    expect(readRoute(hrefOf('an-id', 'audit', query))).toEqual({ organization: 'an-id', page: 'audit' });
    expect([...queryOf(hrefOf('an-id', 'audit', query))]).toEqual([...query]);
  }
  expect(hrefOf('an-id', 'audit', new URLSearchParams())).toBe(hrefOf('an-id', 'audit'));
});

test(
  'dashboard: a URL without a known page opens the API keys, and the link of an invitation opens the invitation',
  { tags: '@X24' },
  () => {
    expect(readRoute('')).toEqual({ organization: undefined, page: 'keys' });
    expect(readRoute('#/an-id/nothing')).toEqual({ organization: 'an-id', page: 'keys' });
    expect(readRoute('#/invitation/t-o_k')).toEqual({ invitation: 't-o_k' });
  },
);

test(
  'dashboard: a rotation link identifies its key by the last four characters, whatever they are',
  { tags: '@X24' },
  () => {
    for (const lastFour of ['o9BE', '/#?%', ' ä+&']) {
      expect(readRotateHash(rotateHash(lastFour))).toBe(lastFour);
      expect(readRoute(rotateHash(lastFour))).toEqual({ organization: undefined, page: 'keys' });
    }
    expect(readRotateHash('#/rotate/%')).toBeUndefined();
    expect(readRotateHash('#/an-id/keys')).toBeUndefined();
  },
);

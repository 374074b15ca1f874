import { expect, test } from 'vitest';
import { rotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { destinationOf } from './destination.ts';
import { hrefOf } from './route.ts';

type Input = Parameters<typeof destinationOf>[0];
type Organization = Input['organizations'][number];
type ApiKey = NonNullable<ReturnType<NonNullable<Input['freshKeys']>['get']>>[number];

const organization = (id: string): Organization => ({ id, name: id, role: 'owner', production: false }) as Organization;
const key = (lastFour: string, revoked: string | null = null): ApiKey =>
  ({ id: `key ${lastFour}`, lastFour, revoked }) as ApiKey;

const first = organization('first');
const second = organization('second');
const secondOrganizationKeys = new Map([
  ['first', [key('AAAA')]],
  ['second', [key('BBBB'), key('CCCC', '2026-11-01T00:00:00Z')]],
]);
const start: Input = { hash: '#/', organizations: [first, second], lastId: 'first', freshKeys: undefined };

test(
  'dashboard: a rotation link opens its key, in whichever order URL, organization and keys arrive',
  { tags: '@X24' },
  () => {
    const link = { hash: rotateHash('BBBB') };
    const arrivals: readonly (readonly Partial<Input>[])[] = [
      [link, { organizations: [first, second] }, { freshKeys: secondOrganizationKeys }],
      [{ organizations: [first, second] }, link, { freshKeys: secondOrganizationKeys }],
      [link, { freshKeys: secondOrganizationKeys }, { organizations: [first, second] }],
      [{ freshKeys: secondOrganizationKeys }, link, { organizations: [first, second] }],
      [{ organizations: [first, second] }, { freshKeys: secondOrganizationKeys }, link],
      [{ freshKeys: secondOrganizationKeys }, { organizations: [first, second] }, link],
    ];
    for (const lastId of ['first', 'second', 'one that the user has left', null]) {
      for (const order of arrivals) {
        const shown = order.map((_arrival, at) =>
          destinationOf(Object.assign({ ...start, organizations: [], lastId }, ...order.slice(0, at + 1))),
        );
        const keys = shown.map((each) => (each.kind === 'page' ? each.rotation?.key?.lastFour : undefined));
        expect(keys).toEqual([undefined, undefined, 'BBBB']);
        expect(shown.at(-1)).toMatchObject({ page: 'keys', organization: second });
      }
    }
  },
);

test('dashboard: a rotation link waits for fresh keys before it shows any page', { tags: '@X24' }, () => {
  expect(destinationOf({ ...start, hash: rotateHash('AAAA') })).toEqual({ kind: 'loading' });
});

test('dashboard: a rotation link looks first in the organization on screen', { tags: '@X24' }, () => {
  const freshKeys = new Map([
    ['first', [key('AAAA')]],
    ['second', [key('AAAA')]],
  ]);
  for (const lastId of ['first', 'second']) {
    const destination = destinationOf({ ...start, hash: rotateHash('AAAA'), lastId, freshKeys });
    expect(destination).toMatchObject({ organization: { id: lastId } });
  }
});

test(
  'dashboard: a rotation link to an unknown or a revoked key stays in the organization on screen',
  { tags: '@X24' },
  () => {
    for (const lastFour of ['CCCC', 'none']) {
      const destination = destinationOf({ ...start, hash: rotateHash(lastFour), freshKeys: secondOrganizationKeys });
      expect(destination).toMatchObject({ organization: first, page: 'keys', rotation: { lastFour, key: undefined } });
    }
  },
);

test('dashboard: other URLs need no fresh keys', { tags: '@X24' }, () => {
  const query = new URLSearchParams({ by: 'command line' });
  const audit = destinationOf({ ...start, hash: hrefOf('second', 'audit', query) });
  expect(audit).toMatchObject({ kind: 'page', organization: second, page: 'audit', rotation: undefined });
  expect(audit.kind === 'page' && audit.query.get('by')).toBe('command line');
  expect(destinationOf(start)).toMatchObject({ kind: 'page', organization: first, page: 'keys' });
  expect(destinationOf({ ...start, lastId: null })).toMatchObject({ organization: first });
  expect(destinationOf({ ...start, organizations: [] })).toEqual({ kind: 'noOrganization' });
  expect(destinationOf({ ...start, hash: '#/invitation/t-o_k' })).toEqual({ kind: 'invitation', token: 't-o_k' });
  expect(destinationOf({ ...start, hash: '#/reset/t-o_k' })).toEqual({ kind: 'reset', token: 't-o_k' });
});

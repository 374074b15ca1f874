import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepLinkOf, readDeepLink } from './read-deep-link.ts';

const id = '4ab8d1c0-f97e-4352-8a11-0c2d9e5f7b60';

test('C38 a deep link names a migration', () => {
  expect(readDeepLink(`ferry://migrations/${id}`)).toBe(id);
  expect(readDeepLink(`FERRY://migrations/${id.toUpperCase()}/`)).toBe(id);
  expect(deepLinkOf(['electron', '.', '--flag', `ferry://migrations/${id}`])).toBe(id);
  expect(deepLinkOf(['electron', '.'])).toBeNull();
});

test.each([
  `ferry://migrations/${id}?key=x`,
  `ferry://migrations/${id}#x`,
  `ferry://migrations/${id}/../../settings`,
  `ferry://user@migrations/${id}`,
  `ferry://migrations:80/${id}`,
  `ferry://settings/${id}`,
  `ferry:migrations/${id}`,
  `ferry://migrations/${id} --flag`,
  `ferry://migrations/${id}\n`,
  `xferry://migrations/${id}`,
  'ferry://migrations/',
  `ferry://migrations/${id.slice(1)}`,
])('C38 [security] (T13) a deep link with anything else in it is no deep link: %j', (link) => {
  expect(readDeepLink(link)).toBeNull();
});

test('C38 [security] (T13) the last link of a start decides, a bad one is not replaced by an earlier one', () => {
  expect(deepLinkOf([`ferry://migrations/${id}`, 'ferry://settings'])).toBeNull();
});

test('C38 [security] (T13) any text gives null or a UUID', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.anything()), (link) => {
      expect(readDeepLink(link)).toBeNull();
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxLinkLength } from '#shared/deep-links/deep-link.ts';
import { deepLinkOf, linkOf, routeOf } from './read-deep-link.ts';

const id = '4ab8d1c0-f97e-4352-8a11-0c2d9e5f7b60';

test('the console opens the last argument that is a link', { tags: '@C38' }, () => {
  const link = `ferry://migrations/${id}`;
  expect(deepLinkOf(['electron', '.', '--flag', link])).toBe(link);
  expect(deepLinkOf(['electron', '.', link, 'FERRY://companies'])).toBe('FERRY://companies');
  expect(deepLinkOf(['electron', '.'])).toBeNull();
});

test('the page gets any string that could be a link, cut to the maximum length', { tags: ['@C38', '@T13'] }, () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.anything(),
        fc.string().map((rest) => `ferry:${rest}`),
      ),
      (text) => {
        const link = linkOf(text);
        expect(link === null || link.toLowerCase().startsWith('ferry:')).toBe(true);
      },
    ),
  );
  expect(linkOf(`ferry://${'x'.repeat(100_000)}`)).toHaveLength(maxLinkLength + 1);
});

test('a link cut in the middle of a character still gives a route', { tags: ['@C38', '@T13'] }, () => {
  const starts = fc.integer({ min: maxLinkLength - 12, max: maxLinkLength });
  fc.assert(
    fc.property(starts, (length) => {
      const link = linkOf(`ferry://${'x'.repeat(length - 8)}${'\u{1F600}'.repeat(8)}`) ?? '';
      expect(link).toHaveLength(maxLinkLength + 1);
      expect(routeOf(link)).toMatch(/^\/link\?to=ferry/);
    }),
  );
});

test('any link becomes one parameter of one route', { tags: ['@C38', '@T13'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (rest) => {
      const route = new URL(routeOf(`ferry:${rest}`), 'app://console');
      expect([route.pathname, [...route.searchParams]]).toEqual(['/link', [['to', `ferry:${rest}`]]]);
    }),
  );
});

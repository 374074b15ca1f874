import { expect, test } from 'vitest';
import { clientOf } from './client-of.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

test.each([
  [chrome, 'Chrome'],
  [`${chrome} Edg/130.0.0.0`, 'Edge'],
  [`${chrome} OPR/114.0`, 'Opera'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15', 'Safari'],
  ['canary', 'other'],
  [undefined, 'other'],
])('for the user agent %j, the activity shows the browser %s', { tags: '@X34' }, (userAgent, browser) => {
  expect(clientOf({ 'user-agent': userAgent })).toEqual({ browser });
});

test.each([
  ['1.20.3', { sdk: '1.20.3' }],
  ['canary 1.2.3', {}],
  ['1.2.3-canary', {}],
])('the activity shows an SDK version only if it has the form of a version: %j', { tags: '@X34' }, (version, shown) => {
  expect(clientOf({}, version)).toEqual({ browser: 'other', ...shown });
});

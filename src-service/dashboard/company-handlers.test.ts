import { expect, test } from 'vitest';
import { companyCookie, companyCookieIn } from './company-handlers.ts';

const ownUrl = 'https://ferry.example';

test(
  'dashboard: on https, only a company cookie with the prefix __Secure- is accepted',
  { tags: ['@X24', '@T89'] },
  () => {
    const [pair = ''] = companyCookie('mine', ownUrl).split(';');
    expect(pair).toMatch(/^__Secure-/);
    const planted = 'ferry.company=theirs';
    expect(companyCookieIn(planted, ownUrl)).toBeUndefined();
    expect(companyCookieIn(`${planted}; ${pair}`, ownUrl)).toBe('mine');
    const onLoopback = 'http://127.0.0.1:8600';
    expect(companyCookieIn(`a=b; ${companyCookie('mine', onLoopback)}`, onLoopback)).toBe('mine');
  },
);

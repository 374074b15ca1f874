import { expect, test } from 'vitest';
import { createReturnCounter } from './return-guard.ts';
import { safePageAddress, safePageFor } from './page-origin.ts';

test('a crashed page reloads at most twice within a minute, and then the safe page appears', { tags: '@F18' }, () => {
  let now = 0;
  const decide = createReturnCounter(() => now);
  const at = (ms: number) => {
    now = ms;
    return decide();
  };
  expect([at(0), at(1_000), at(2_000), at(59_999)]).toEqual(['reload', 'reload', 'safe-page', 'safe-page']);
  expect([at(60_500), at(60_600), at(61_000)]).toEqual(['reload', 'safe-page', 'reload']);
});

test('the safe page has no script and a link back', { tags: '@F18' }, () => {
  const html = safePageFor(new URL(safePageAddress).pathname) ?? '';
  expect(html).toContain('href="/"');
  expect(html).not.toMatch(/<script|<style|style=|\son\w+=|https?:/i);
  expect(safePageFor('/index.html')).toBeNull();
});

import { expect, test } from 'vitest';
import { themeChoiceOf, themeOf } from './theme.ts';

test('"system" follows the device, and a chosen theme does not', { tags: '@C21' }, () => {
  expect([themeOf('system', true), themeOf('system', false)]).toEqual(['dark', 'light']);
  expect([themeOf('light', true), themeOf('dark', false)]).toEqual(['light', 'dark']);
});

test('an unknown stored theme means "system"', { tags: '@C21' }, () => {
  expect([themeChoiceOf('dark'), themeChoiceOf(null), themeChoiceOf('sepia')]).toEqual(['dark', 'system', 'system']);
});

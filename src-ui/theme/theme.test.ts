import { expect, test } from 'vitest';
import { themeChoiceOf, themeOf } from './theme.ts';

test('C21 system follows the computer, a choice does not', () => {
  expect([themeOf('system', true), themeOf('system', false)]).toEqual(['dark', 'light']);
  expect([themeOf('light', true), themeOf('dark', false)]).toEqual(['light', 'dark']);
});

test('C21 what was stored by another version means system', () => {
  expect([themeChoiceOf('dark'), themeChoiceOf(null), themeChoiceOf('sepia')]).toEqual(['dark', 'system', 'system']);
});

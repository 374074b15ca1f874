import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordProblem } from './account-handlers.ts';

test('dashboard: refuses common passwords, even with added characters', { tags: ['@X24', '@T84'] }, () => {
  const refused = [
    'password1234',
    'passwordpassword',
    'Password123!',
    'qwertyuiop12',
    '123456789012',
    'iloveyou1234',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'Welcome2026!',
    'administrator',
    'letmeinletmein',
    '1q2w3e4r5t6y',
    'qwerty123456',
    'changeme1234',
  ];
  for (const password of refused)
    expect([password, passwordProblem(password) === undefined]).toEqual([password, false]);
  expect(passwordProblem('ada.lindqvist', ['Ada Lindqvist', 'ada.lindqvist@example.com'])).toBeDefined();
});

test('dashboard: accepts passwords of random words, and states the minimum length', { tags: '@X24' }, () => {
  const words = ['kettle', 'orbit', 'walnut', 'violin', 'harbour', 'moss', 'tulip', 'gravel'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 5 }), (chosen) => {
      expect(passwordProblem(chosen.join(' '))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 11 }), (text) => {
      expect(passwordProblem(text)).toMatch(/^Use at least 12 characters/);
    }),
  );
});

import { expect, test } from 'vitest';
import { createUserHider } from './hide-users.ts';

test.each([
  ['ada@example.com', 'user-1'],
  ['from ada.b+c@mail.example.co.uk, to Bob', 'from user-1, to Bob'],
  ['?q=ada%40example.com&r=ada%2540example.com', '?q=user-1&r=user-1'],
  ['ada@example.com@bob@example.org', 'user-1@user-2'],
  ['jörg@bücher.example ADA@EXAMPLE.COM ada@example.com', 'user-1 user-2 user-2'],
  ['@example.com and a@b and 5 @ 3', '@example.com and a@b and 5 @ 3'],
])('each email address gets its own replacement: %s', { tags: '@T42' }, (text, hidden) => {
  expect(createUserHider(null).hide(text)).toBe(hidden);
});

test('an email address after a long word is hidden', { tags: '@T42' }, () => {
  const clean = createUserHider(null).hide(`${'a'.repeat(300)}ada@example.com`);
  expect(clean).not.toContain('@');
});

/**
 * Names (the part of an email address before the `@`) of practice users. They accept any password and lead to a
 * specific outcome. Pages load this file, so it must not import Zod.
 */
export const practiceUsers = [
  'good',
  'partial',
  'failing',
  'slow',
  'needs-input',
  'abandons',
  'wrong',
  'locked',
  'second-factor',
  'companies',
  'down',
] as const;
type PracticeUser = (typeof practiceUsers)[number];

/** Returns the practice name in a user name: `slow+7@example.com` is `slow`, `needs_input` is `needs-input`. */
const nameOf = (user: string): string =>
  (user.split('@', 1)[0] ?? '').split('+', 1)[0]?.toLowerCase().replaceAll('_', '-') ?? '';

/** Returns the practice user that a user name selects. Undefined if the name selects no practice user. */
export const practiceUserOf = (user: string): PracticeUser | undefined =>
  practiceUsers.find((name) => name === nameOf(user));

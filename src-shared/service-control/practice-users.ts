/**
 * Names (the part of an email address before the `@`) of practice users. They accept any password and lead to a specific
 * outcome. Without a schema, so that pages can list them.
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

/** Returns the practice user that a user name selects. Undefined if it selects none. */
export const practiceUserOf = (user: string): PracticeUser | undefined =>
  practiceUsers.find((name) => name === nameOf(user));

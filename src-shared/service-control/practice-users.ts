/**
 * Users that take any password and make the copy or the log-in go its own way: the part of an email address before the
 * `@`. Without a schema, so that pages may list them.
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

/** The part of a user name that tells a practice user: `slow+7@example.com` is `slow`, `needs_input` is `needs-input`. */
const nameOf = (user: string): string =>
  (user.split('@', 1)[0] ?? '').split('+', 1)[0]?.toLowerCase().replaceAll('_', '-') ?? '';

export const practiceUserOf = (user: string): PracticeUser | undefined =>
  practiceUsers.find((name) => name === nameOf(user));

import { refuse } from '../http/refusal.ts';
import type { DashboardParts, DashboardRequest } from './dashboard-request.ts';

/** How long a user who only uses company sign-in can change an organization without signing in again. */
const recentMs = 10 * 60_000;

/** Like `askPassword`; users without a password must have signed in within 10 minutes. */
export const confirmIdentity = async (
  parts: Pick<DashboardParts, 'signIn' | 'attempts'>,
  request: Parameters<typeof askPassword>[1],
): Promise<void> => {
  const { id, signedInAt } = request.person;
  if (await parts.signIn.hasPassword(id)) await askPassword(parts, request);
  else if (Date.now() - signedInAt > recentMs)
    refuse(403, 'Sign out and sign in again. You signed in more than 10 minutes ago.');
};

/** Changing a sign-in method requires the password again, because a user may leave a session open. */
export const askPassword = async (
  { signIn, attempts }: Pick<DashboardParts, 'signIn' | 'attempts'>,
  { body: { password }, person, network }: Pick<DashboardRequest<'endSecondFactor'>, 'body' | 'person' | 'network'>,
): Promise<void> => {
  const check = async () => (await signIn.isPassword(person.id, password)) || undefined;
  if (!(await attempts.password(person.email, network, check))) refuse(403, 'The password is wrong.');
};

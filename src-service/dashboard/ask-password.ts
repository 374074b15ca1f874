import { Refusal } from '../http/refusal.ts';
import type { DashboardParts, DashboardRequest } from './dashboard-request.ts';

/** What changes how somebody signs in asks for the password again: a session that was left open is not enough. */
export const askPassword = async (
  { signIn, attempts }: Pick<DashboardParts, 'signIn' | 'attempts'>,
  { body: { password }, person, network }: Pick<DashboardRequest<'endSecondFactor'>, 'body' | 'person' | 'network'>,
): Promise<Refusal | undefined> => {
  const attempt = await attempts.password(person.email, network);
  if (attempt instanceof Refusal) return attempt;
  if (!(await signIn.isPassword(person.id, password))) return new Refusal(403, 'The password is wrong.');
  await attempt.giveBack();
  return undefined;
};

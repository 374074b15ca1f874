import { Refusal } from '../http/refusal.ts';
import type { DashboardParts, DashboardRequest } from './dashboard-request.ts';

/** Changing a sign-in method requires the password again, because a user may leave a session open. */
export const askPassword = async (
  { signIn, attempts }: Pick<DashboardParts, 'signIn' | 'attempts'>,
  { body: { password }, person, network }: Pick<DashboardRequest<'endSecondFactor'>, 'body' | 'person' | 'network'>,
): Promise<Refusal | undefined> => {
  const attempt = await attempts.password(person.email, network);
  if (attempt instanceof Refusal) return attempt;
  const isCorrect = await signIn.isPassword(person.id, password);
  await (isCorrect ? attempt.succeed() : attempt.fail());
  return isCorrect ? undefined : new Refusal(403, 'The password is wrong.');
};

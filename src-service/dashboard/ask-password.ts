import { refuse } from '../http/refusal.ts';
import type { DashboardParts, DashboardRequest } from './dashboard-request.ts';

/** Changing a sign-in method requires the password again, because a user may leave a session open. */
export const askPassword = async (
  { signIn, attempts }: Pick<DashboardParts, 'signIn' | 'attempts'>,
  { body: { password }, person, network }: Pick<DashboardRequest<'endSecondFactor'>, 'body' | 'person' | 'network'>,
): Promise<void> => {
  const attempt = await attempts.password(person.email, network);
  const isCorrect = await signIn.isPassword(person.id, password);
  await (isCorrect ? attempt.succeed() : attempt.fail());
  if (!isCorrect) refuse(403, 'The password is wrong.');
};

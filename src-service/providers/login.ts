import type { LoginStep, LoginTrouble } from '#shared/modal-messages/modal-state.ts';

/** The state of a sign-in at a provider, stored with the migration. Contains no password. */
export interface Login {
  readonly step: LoginStep;
  readonly userName: string | null;
  readonly failures: number;
  readonly successes: number;
  /** Consecutive refused attempts of this user name. */
  readonly inARow: number;
  readonly trouble: LoginTrouble | null;
  /** Milliseconds since 1970. */
  readonly lockedUntil: number | null;
}

/** A login before its first attempt. `userName` prefills the form. */
export const newLogin = (userName: string | null = null, step: LoginStep = 'password'): Login => ({
  step,
  userName,
  failures: 0,
  successes: 0,
  inARow: 0,
  trouble: null,
  lockedUntil: null,
});

import type { LoginStep, LoginTrouble } from '#shared/modal-messages/modal-state.ts';

export interface Login {
  readonly step: LoginStep;
  readonly userName: string | null;
  /** Attempts that the provider did not take, all of this migration. */
  readonly failures: number;
  readonly successes: number;
  /** Attempts of this user name in a row that the provider did not take. */
  readonly inARow: number;
  readonly trouble: LoginTrouble | null;
  /** The provider takes no attempt of this user name before, milliseconds since 1970. */
  readonly lockedUntil: number | null;
}

/** Before the first attempt; a user name that is known already can be offered. */
export const newLogin = (userName: string | null = null, step: LoginStep = 'password'): Login => ({
  step,
  userName,
  failures: 0,
  successes: 0,
  inARow: 0,
  trouble: null,
  lockedUntil: null,
});

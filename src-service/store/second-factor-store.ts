import type { Actor } from './actor.ts';

export interface SecondFactor {
  readonly person: string;
  readonly secret: string;
  /** Whether the user has entered a first code. Until then, sign-in asks for no code. */
  readonly confirmed: boolean;
  readonly codesLeft: number;
}

export interface ConfirmedFactor extends Pick<SecondFactor, 'person' | 'secret'> {
  readonly step: number;
  readonly codeHashes: readonly string[];
  readonly session: string;
}

/** One-time codes. Each works once, even for concurrent calls. Every change is in the audit log. */
export interface SecondFactorStore {
  /** Returns a user's second factor, confirmed or not. Undefined without one. */
  of(person: string): Promise<SecondFactor | undefined>;
  /** Returns the second factor of the user with this email address. */
  ofEmail(email: string): Promise<SecondFactor | undefined>;
  /** Returns false if a confirmed second factor exists. */
  startSetup(person: string, secret: string): Promise<boolean>;
  /** Confirms the started second factor and ends sessions that started without it. False if another was started. */
  confirm(shown: ConfirmedFactor, actor: Actor, now: number): Promise<boolean>;
  /** Marks a time step as used. Returns false if this or a later step was used. */
  useStep(person: string, step: number): Promise<boolean>;
  /** Consumes a backup code. Returns false if it doesn't exist. */
  useCode(person: string, codeHash: string, actor: Actor, now: number): Promise<boolean>;
  /** Replaces all backup codes. Returns false without a confirmed second factor. */
  renewCodes(person: string, codeHashes: readonly string[], actor: Actor, now: number): Promise<boolean>;
  /** Removes the second factor and its backup codes. Returns false without one. */
  end(person: string, actor: Actor, now: number): Promise<boolean>;
}

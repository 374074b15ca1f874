import type { Actor } from './actor.ts';

export interface SecondFactor {
  readonly person: string;
  readonly secret: string;
  /** Whether a first code was shown; before that it asks for nothing. */
  readonly confirmed: boolean;
  /** Backup codes that were not used. */
  readonly codesLeft: number;
}

export interface ConfirmedFactor extends Pick<SecondFactor, 'person' | 'secret'> {
  readonly step: number;
  readonly codeHashes: readonly string[];
  readonly session: string;
}

/** One-time codes of people. Each works once, however many try it at once; every change is in the audit log. */
export interface SecondFactorStore {
  of(person: string): Promise<SecondFactor | undefined>;
  ofEmail(email: string): Promise<SecondFactor | undefined>;
  /** Begins a new one; false where there is one that is confirmed. */
  begin(person: string, secret: string): Promise<boolean>;
  /** Turns on what was begun, and ends the sessions that began without it; false where that is not what is to be confirmed. */
  confirm(shown: ConfirmedFactor, actor: Actor, now: number): Promise<boolean>;
  /** Takes the step of a code; false where that one, or a later one, was taken before. */
  useStep(person: string, step: number): Promise<boolean>;
  /** Takes a backup code; false where there is no such one. */
  useCode(person: string, codeHash: string, actor: Actor, now: number): Promise<boolean>;
  /** Puts others in the place of all backup codes; false without a confirmed second factor. */
  renewCodes(person: string, codeHashes: readonly string[], actor: Actor, now: number): Promise<boolean>;
  end(person: string, actor: Actor, now: number): Promise<boolean>;
}

import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString } from 'better-auth/crypto';
import { hashSecret } from '../store/secrets.ts';

const periodMs = 30_000;
/** Accepts the previous, current and next time step, because clocks differ. */
const steps = [-1, 0, 1] as const;
const backupCodes = 10;

/** 24 of 62 letters: 142 random bits. */
export const newSecret = (): string => generateRandomString(24, 'a-z', 'A-Z', '0-9');

/** Link for authenticator apps. Encodes spaces as %20, because many apps display a plus sign unchanged. */
export const codeAddress = (secret: string, host: string, email: string): string =>
  createOTP(secret).url(`Ferry ${host}`, email).replaceAll('+', '%20');

/** Returns the time step of a valid code. The store checks that the step is unused. */
export const stepOf = async (secret: string, code: string): Promise<number | undefined> => {
  const now = Math.floor(Date.now() / periodMs);
  for (const step of steps) {
    if ((await createOTP(secret).hotp(now + step)) === code) return now + step;
  }
  return undefined;
};

export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase();

export const isOneTimeCode = (plain: string): boolean => /^\d{6}$/.test(plain);

/** Ten codes of 50 random bits each, grouped for reading aloud, and the hashes to store. */
export const newBackupCodes = (): { readonly codes: readonly string[]; readonly hashes: readonly string[] } => {
  const codes = Array.from({ length: backupCodes }, () => generateRandomString(10, 'a-z', '0-9'));
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes: codes.map(backupHash) };
};

export const backupHash = (plain: string): string => hashSecret(plain).toString('base64url');

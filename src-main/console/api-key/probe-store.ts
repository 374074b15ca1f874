import { randomBytes } from 'node:crypto';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { Clock } from '../clock/clock.ts';
import type { SecretResult, SecretStore, SecretStoreFailure } from '../ports/secret-store.ts';

/** Each process uses a different account, so that two consoles never read each other's probe. */
const account = `probe-${randomBytes(4).toString('hex')}`;

/**
 * Checks that the store works by writing, reading and deleting an entry without a secret. Call this before overwriting
 * or deleting an entry, because a locked keyring responds like an empty one.
 */
export async function probeStore(store: SecretStore): Promise<SecretResult<null>> {
  const value = randomBytes(8).toString('hex');
  const writeResult = await store.set(account, value);
  if (!writeResult.ok) return writeResult;
  const readResult = await store.get(account);
  const deleteResult = await store.delete(account);
  if (!readResult.ok) return readResult;
  if (!deleteResult.ok) return deleteResult;
  if (readResult.value === value) return { ok: true, value: null };
  return readResult.value === null
    ? { ok: false, state: 'locked', detail: "The keychain stored a test entry but didn't return it." }
    : { ok: false, state: 'unavailable', detail: 'The keychain returned a different entry.' };
}

export const keychainFailure = ({ state, detail }: SecretStoreFailure, at: Date): Outcome<never> =>
  fail(`keychain_${state}` satisfies AppErrorCode, at, { detail });

export async function probeKeychain(secrets: SecretStore, clock: Clock): Promise<Outcome<null>> {
  const probe = await probeStore(secrets);
  return probe.ok ? succeed(null) : keychainFailure(probe, clock.now());
}

import { missingKeychainLibrary } from '#shared/app-error-codes.ts';
import type { SecretStoreFailure } from './secret-store.ts';

const longest = 200;

/** Words of the systems' keychains, as libsecret, macOS and Windows put them. */
const words: readonly (readonly [Exclude<SecretStoreFailure['state'], 'slow'>, RegExp])[] = [
  ['denied', /rejected send|access ?denied|access is denied|not authori[sz]ed|permission denied|apparmor/i],
  ['denied', /cancell?ed the operation|dismissed|passphrase you entered is not correct/i],
  ['locked', /locked|user interaction is not allowed|no UI possible/i],
];

/** What keytar says where its native part finds no libsecret, which comes with most desktops and no server. */
const notLoaded = /failed to load keytar native addon/i;
/** Tells from a keychain's error which state it is in; what nobody knows counts as no keychain. */
export function readKeychainError(error: unknown): SecretStoreFailure {
  const detail = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, longest);
  if (process.platform === 'linux' && notLoaded.test(detail)) {
    return { ok: false, state: 'unavailable', detail: missingKeychainLibrary };
  }
  const known = words.find(([, pattern]) => pattern.test(detail));
  return { ok: false, state: known?.[0] ?? 'unavailable', detail };
}

import { createRequire } from 'node:module';
import { brand } from '#shared/brand.ts';
import { createKeychainStore, type Keychain, type KeychainStore } from '../../console/api-key/keychain-store.ts';

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

export const keychainName = (platform: NodeJS.Platform = process.platform): string =>
  names[platform] ?? 'Secret Service (libsecret)';

/**
 * keytar is a native module, so it stays outside the bundles and loads with the first key. In the packaged archive,
 * `require` finds it in every Electron version, but `import` doesn't.
 */
const loadKeytar = async (): Promise<Keychain> => createRequire(import.meta.url)('keytar') as Keychain;

/** Opens the system's keychain. Entry names contain the host, so that the two consoles never share an entry. */
export const createSystemSecrets = (host: 'electron' | 'browser', deadlineMs?: number): KeychainStore =>
  createKeychainStore({
    load: loadKeytar,
    deadlineMs,
    service: host === 'electron' ? brand.consoleName : `${brand.consoleName} (browser)`,
  });

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
 * keytar is a native part: it stays outside the bundles, and is loaded when the first key is asked for. By `require`,
 * which finds it in the archive of an installed console in every version of Electron; `import` does not.
 */
const loadKeytar = async (): Promise<Keychain> => createRequire(import.meta.url)('keytar') as Keychain;

/** The keychain of this computer. Entries are named per host, so that the two consoles never share one. */
export const createSystemSecrets = (host: 'electron' | 'browser', deadlineMs?: number): KeychainStore =>
  createKeychainStore({
    load: loadKeytar,
    deadlineMs,
    service: host === 'electron' ? brand.consoleName : `${brand.consoleName} (browser)`,
  });

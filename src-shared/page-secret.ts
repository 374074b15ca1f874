/**
 * Header with the half of a session that the page keeps. Browsers send the other half, a cookie, to every port of a host:
 * on loopback that is every program of the device.
 */
export const pageSecretHeader = 'x-ferry-session';

const storageKey = 'ferry-session';

export interface SecretStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export const createPageSecret = (storage: SecretStorage) => ({
  read: (): string | null => storage.getItem(storageKey),
  keep: (secret: string): void => storage.setItem(storageKey, secret),
  forget: (): void => storage.removeItem(storageKey),
});

/**
 * Name of the header with the page's half of a session. The other half, the cookie, isn't enough: browsers send it to
 * every port of a host, and on loopback any local program can listen on a port.
 */
export const pageSecretHeader = 'x-ferry-session';

const storageKey = 'ferry-session';

export interface SecretStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Stores the page's half of a session, for its origin. */
export const createPageSecret = (storage: SecretStorage) => ({
  read: (): string | null => storage.getItem(storageKey),
  keep: (secret: string): void => storage.setItem(storageKey, secret),
  forget: (): void => storage.removeItem(storageKey),
});

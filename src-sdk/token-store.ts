import { attempt } from './ferry-error.ts';

/** What the browser remembers of one service: enough to continue a migration after a reload. */
export interface StoredMigration {
  /** Access token. */
  readonly token: string;
  readonly userId: string;
}

/** Goes before localStorage, and holds only what that refused because it is blocked or full. */
const memory: Record<string, string> = {};

/** `ferry:1:` and a 32-bit hash of the base address, so that services do not see each other's tokens. */
export const storageKey = (address: string): string =>
  `ferry:1:${[...address].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) | 0, 0)}`;

/** `undefined` when there is nothing, or nothing that can be read. */
export const loadStored = (key: string): StoredMigration | undefined =>
  attempt(() => JSON.parse(memory[key] ?? localStorage.getItem(key)!));

/** Remembers a migration (specification, "Authentication" 7). Never throws. */
export const saveStored = (key: string, migration: StoredMigration): void => {
  const text = (memory[key] = JSON.stringify(migration));
  attempt(() => {
    localStorage.setItem(key, text);
    delete memory[key];
  });
};

/** Forgets `migration`; a newer one of another tab stays. */
export const clearStored = (key: string, migration: StoredMigration | undefined): void => {
  if (loadStored(key)?.token !== migration?.token) return;
  delete memory[key];
  attempt(() => localStorage.removeItem(key));
};

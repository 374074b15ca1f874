import { attempt } from './ferry-error.ts';

/** The migration stored per service, so that it continues after a reload. */
export interface StoredMigration {
  readonly token: string;
  readonly userId: string;
}

/** Replaces localStorage if it is blocked or full. */
const memory: Record<string, string> = {};

const prefix = 'ferry:1:';

/** Returns a prefix and a 32-bit hash of the base URL, so that each service has its own entry. */
export const storageKey = (address: string): string =>
  `${prefix}${[...address].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) | 0, 0)}`;

/** Returns `undefined` if there is no readable entry. */
export const loadStored = (key: string): StoredMigration | undefined =>
  attempt(() => JSON.parse(memory[key] ?? localStorage.getItem(key) ?? ''));

/** Stores a migration (specification, "Authentication" 7). Never throws. */
export const saveStored = (key: string, migration: StoredMigration): void => {
  const text = (memory[key] = JSON.stringify(migration));
  attempt(() => {
    localStorage.setItem(key, text);
    delete memory[key];
  });
};

/** Compares users, ignoring case. Two unknown users aren't the same user. */
export const isSameUser = (one: string | undefined, other: string | undefined): boolean =>
  !!one && `${one}`.toLowerCase() === `${other}`.toLowerCase();

/** Whether a storage event means that the user's session was cleared or is for another user. */
export const endsSession = (key: string, change: StorageEvent, userId: string | undefined): boolean => {
  const { key: changedKey, newValue } = change;
  // Ignores a removed entry: another tab removes it when the migration ends, and this tab may show the last page.
  if (!newValue) return changedKey === null;
  const next = attempt(() => (JSON.parse(newValue) as StoredMigration).userId);
  return changedKey === prefix || (changedKey === key && !isSameUser(next, userId));
};

const remove = (key: string): void => {
  delete memory[key];
  attempt(() => localStorage.removeItem(key));
};

/** Deletes `migration` unless another tab has stored a newer one. */
export const clearStored = (key: string, migration: StoredMigration | undefined): void => {
  if (loadStored(key)?.token === migration?.token) remove(key);
};

/** Deletes the data of a signed-out user and notifies other tabs. Never throws. */
export const endTurn = (key: string): void => {
  // An empty object tells other tabs about the sign-out. Removing the entry only means that the migration has ended.
  attempt(() => localStorage.setItem(key, '{}'));
  remove(key);
};

/** Deletes the data of every service and notifies all tabs, even those without stored data. Never throws. */
export const clearAll = (): void => {
  endTurn(prefix);
  for (const key in memory) delete memory[key];
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  for (const key of keys) if (key.startsWith(prefix)) endTurn(key);
};

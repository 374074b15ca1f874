import { attempt } from './ferry-error.ts';

/** What the browser remembers of one service: enough to continue a migration after a reload. */
export interface StoredMigration {
  /** Access token. */
  readonly token: string;
  readonly userId: string;
}

/** Goes before localStorage, and holds only what that refused because it is blocked or full. */
const memory: Record<string, string> = {};

const prefix = 'ferry:1:';

/** The prefix and a 32-bit hash of the base URL, so that services do not see each other's tokens. */
export const storageKey = (address: string): string =>
  `${prefix}${[...address].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) | 0, 0)}`;

/** `undefined` when there is nothing, or nothing that can be read. */
export const loadStored = (key: string): StoredMigration | undefined =>
  attempt(() => JSON.parse(memory[key] ?? localStorage.getItem(key) ?? ''));

/** Remembers a migration (specification, "Authentication" 7). Never throws. */
export const saveStored = (key: string, migration: StoredMigration): void => {
  const text = (memory[key] = JSON.stringify(migration));
  attempt(() => {
    localStorage.setItem(key, text);
    delete memory[key];
  });
};

/** Only A to Z: in the whole of Unicode a letter of another script can have the small form of one of these. */
const inSmallLetters = (id: unknown): string => `${id}`.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether two ids name the same user: neither a UUID nor, to those who assign it, an email address minds capitals. Nobody
 * is not the same as nobody.
 */
export const isSameUser = (one: string | undefined, other: string | undefined): boolean =>
  !!one && inSmallLetters(one) === inSmallLetters(other);

/** Whether a change of localStorage ends the turn of a user: nobody, somebody else, or no storage at all is there now. */
export const endsTurn = (key: string, change: StorageEvent, userId: string | undefined): boolean => {
  if (change.key === null) return true;
  // The end of a migration, seen by another tab, removes the entry: there may be a last page to read in this one.
  const { newValue } = change;
  if (!newValue) return false;
  if (change.key === prefix) return true;
  if (change.key !== key) return false;
  const next = attempt(() => (JSON.parse(newValue) as StoredMigration).userId);
  return !isSameUser(next, userId);
};

const remove = (key: string): void => {
  delete memory[key];
  attempt(() => localStorage.removeItem(key));
};

/** Forgets `migration`; a newer one of another tab stays. */
export const clearStored = (key: string, migration: StoredMigration | undefined): void => {
  if (loadStored(key)?.token === migration?.token) remove(key);
};

/** Forgets what is stored of a user whose turn is over, and lets the other tabs know. Never throws. */
export const endTurn = (key: string): void => {
  // Nobody's turn: what the other tabs hear, since an entry that is only removed means an end to them.
  attempt(() => localStorage.setItem(key, '{}'));
  remove(key);
};

/** Ends the turn at every service, and lets tabs know that have stored nothing yet. Never throws. */
export const clearAll = (): void => {
  endTurn(prefix);
  for (const key in memory) delete memory[key];
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  for (const key of keys) if (key.startsWith(prefix)) endTurn(key);
};

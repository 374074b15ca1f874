import type { ChangeAuthor } from '../base/actor.ts';
import { audit, first, hasRows, insert, isoTime, isoOrNull, type Program, run } from '../base/program.ts';
import { lockUser } from './people.ts';

/** Public part of a passkey. The private key never leaves the device. */
export interface StoredPasskey {
  /** Credential ID, base64url. */
  readonly id: string;
  readonly person: string;
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Signature counter; 0 if the device doesn't count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  readonly lastUsed: string | null;
}

export type PasskeyAdded = 'done' | 'duplicate' | 'too many' | 'no account';

const maxPasskeys = 20;

const columns = 'id, person, name, public_key AS "publicKey", counter, transports, created, last_used AS "lastUsed"';

type PasskeyRow = Pick<StoredPasskey, 'id' | 'person' | 'name' | 'publicKey' | 'counter'> &
  Readonly<Record<'transports' | 'created' | 'lastUsed', unknown>>;

const passkeyOf = (row: PasskeyRow): StoredPasskey => ({
  ...row,
  transports: String(row.transports).split(' ').filter(Boolean),
  created: isoTime(row.created),
  lastUsed: isoOrNull(row.lastUsed),
});

function* listPasskeys(person: string): Program<readonly StoredPasskey[]> {
  const rows = yield* run<PasskeyRow>(`SELECT ${columns} FROM person_passkeys WHERE person = $1 ORDER BY created, id`, [
    person,
  ]);
  return rows.map(passkeyOf);
}

/** Ignores passkeys of deleted users, because instances of the previous version delete users but not their passkeys. */
function* findPasskey(id: string): Program<StoredPasskey | undefined> {
  const row = yield* first<PasskeyRow>(
    `SELECT ${columns} FROM person_passkeys
     WHERE id = $1 AND EXISTS (SELECT id FROM people WHERE people.id = person_passkeys.person)`,
    [id],
  );
  return row && passkeyOf(row);
}

function* addPasskey(
  { id, person, name, publicKey, counter, transports }: Omit<StoredPasskey, 'created' | 'lastUsed'>,
  author: ChangeAuthor,
): Program<PasskeyAdded> {
  // Serializes concurrent additions.
  if ((yield* lockUser(person)) === undefined) return 'no account';
  const ownPasskeys = yield* run('SELECT id FROM person_passkeys WHERE person = $1', [person]);
  if (ownPasskeys.length >= maxPasskeys) return 'too many';
  const passkey = { id, person, name, public_key: publicKey, counter, transports: transports.join(' ') };
  const row = { ...passkey, created: author.now };
  const addedRows = yield* insert('person_passkeys', row, 'ON CONFLICT (id) DO NOTHING RETURNING id');
  if (addedRows.length === 0) return 'duplicate';
  yield* audit({ action: 'person.passkey', subject: person, details: { added: name } }, author);
  return 'done';
}

/** Accepts 0 repeatedly, because a device without a counter always sends 0. */
function* usePasskey(id: string, counter: number, author: ChangeAuthor): Program<boolean> {
  const isUsed = yield* hasRows(
    `UPDATE person_passkeys SET counter = $2, last_used = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
     RETURNING id`,
    [id, counter, author.now],
  );
  if (isUsed) return true;
  const [copiedPasskey] = yield* run('SELECT person, name FROM person_passkeys WHERE id = $1', [id]);
  if (copiedPasskey !== undefined) {
    const { person, name } = copiedPasskey;
    const change = { action: 'person.passkey-copied', subject: String(person), details: { name } } as const;
    yield* audit(change, { ...author, by: 'service' });
  }
  return false;
}

function* removePasskey(person: string, id: string, author: ChangeAuthor): Program<boolean> {
  const [row] = yield* run('DELETE FROM person_passkeys WHERE person = $1 AND id = $2 RETURNING name', [person, id]);
  if (row === undefined) return false;
  yield* audit({ action: 'person.passkey', subject: person, details: { removed: row['name'] } }, author);
  return true;
}

export const passkeyPrograms = {
  list: listPasskeys,
  find: findPasskey,
  add: addPasskey,
  /** Stores a use. If the counter isn't higher, audits a copied passkey and returns false. */
  use: usePasskey,
  remove: removePasskey,
};

import { randomUUID } from 'node:crypto';
import type { ChangeAuthor } from '../base/actor.ts';
import { audit, first, insert, isoTime, type Program, type Row, run } from '../base/program.ts';

/** Locks a user for the rest of the transaction. Undefined if the user doesn't exist. */
export const lockUser = (person: string): Program<Row | undefined> =>
  first('UPDATE people SET name = name WHERE id = $1 RETURNING name, email', [person]);

export function* rename(person: string, name: string, author: ChangeAuthor): Program<void> {
  yield* run('UPDATE people SET name = $2, updated = $3 WHERE id = $1', [person, name, isoTime(author.now)]);
  yield* audit({ action: 'person.name', subject: person, details: { name } }, author);
}

interface NewAccount {
  readonly person: string;
  readonly account_id: string;
  readonly provider_id: string;
  readonly password?: string;
}

export const addAccount = (account: NewAccount, time: string): Program<readonly Row[]> =>
  insert('person_accounts', { id: randomUUID(), ...account, created: time, updated: time });

export const addPassword = (person: string, password: string, time: string): Program<readonly Row[]> =>
  addAccount({ person, account_id: person, provider_id: 'credential', password }, time);

/** Adds a user without a password. Undefined if the email address already has a user. */
export function* addUserWithoutPassword(email: string, name: string, now: number): Program<string | undefined> {
  const [row] = yield* insert(
    'people',
    { id: randomUUID(), name, email, email_verified: 0, created: isoTime(now), updated: isoTime(now) },
    'ON CONFLICT (email) DO NOTHING RETURNING id',
  );
  return row && String(row['id']);
}

export function* addUser(email: string, newUser: NonNullable<NewUser>, now: number): Program<string | undefined> {
  const person = yield* addUserWithoutPassword(email, newUser.name, now);
  if (person !== undefined) yield* addPassword(person, newUser.passwordHash, isoTime(now));
  return person;
}

/** Undefined if the invited user already has an account. better-auth creates the hash. */
export type NewUser = { readonly name: string; readonly passwordHash: string } | undefined;

import { randomUUID } from 'node:crypto';
import { run, iso, type Program, type Row } from '../base/program.ts';

export const holdPerson = (person: string): Program<readonly Row[]> =>
  run('UPDATE people SET name = name WHERE id = $1 RETURNING name, email', person);

export const addPassword = (person: string, passwordHash: string, time: string): Program<readonly Row[]> =>
  run(
    `INSERT INTO person_accounts (id, person, account_id, provider_id, password, created, updated)
     VALUES ($1, $2, $2, 'credential', $3, $4, $4)`,
    randomUUID(),
    person,
    passwordHash,
    time,
  );

/** Adds a user without a password. Undefined if another call took this email address. */
export function* addPersonOf(email: string, name: string, now: number): Program<string | undefined> {
  const [row] = yield* run(
    `INSERT INTO people (id, name, email, email_verified, created, updated) VALUES ($1, $2, $3, 0, $4, $4)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    randomUUID(),
    name,
    email,
    iso(now),
  );
  return row && String(row['id']);
}

export function* addPerson(email: string, newUser: NonNullable<NewUser>, now: number): Program<string | undefined> {
  const person = yield* addPersonOf(email, newUser.name, now);
  if (person !== undefined) yield* addPassword(person, newUser.passwordHash, iso(now));
  return person;
}

/** Name and better-auth password hash, only for a new user. */
export type NewUser = { readonly name: string; readonly passwordHash: string } | undefined;

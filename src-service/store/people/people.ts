import { randomUUID } from 'node:crypto';
import type { Actor } from '../actor.ts';
import { run, audit, iso, type Program, type Row } from '../program.ts';
import { endPasskeys } from './passkeys.ts';
import { endSecondFactor } from './second-factor.ts';
import { endSessions } from './sessions.ts';

/** The same for a person who joins one organization and leaves another. */
export const holdPerson = (person: string): Program<readonly Row[]> =>
  run('UPDATE people SET name = name WHERE id = $1 RETURNING name, email', person);

const addPassword = (person: string, passwordHash: string, time: string): Program<readonly Row[]> =>
  run(
    `INSERT INTO person_accounts (id, person, account_id, provider_id, password, created, updated)
     VALUES ($1, $2, $2, 'credential', $3, $4, $4)`,
    randomUUID(),
    person,
    passwordHash,
    time,
  );

/** Makes a person without a password; undefined where somebody else came by this email in the same moment. */
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

/** The same with one. */
export function* addPerson(email: string, newcomer: NonNullable<Newcomer>, now: number): Program<string | undefined> {
  const person = yield* addPersonOf(email, newcomer.name, now);
  if (person !== undefined) yield* addPassword(person, newcomer.passwordHash, iso(now));
  return person;
}

/** Gives a person another name and password; whoever lost the phone as well begins without a second factor and passkeys. */
export function* renewPerson(
  person: string,
  newcomer: NonNullable<Newcomer>,
  actor: Actor,
  now: number,
): Program<void> {
  yield* run('UPDATE people SET name = $2, updated = $3 WHERE id = $1', person, newcomer.name, iso(now));
  // Whatever else let somebody in may be of whoever had the email address before.
  yield* run('DELETE FROM person_accounts WHERE person = $1', person);
  yield* addPassword(person, newcomer.passwordHash, iso(now));
  yield* audit({ action: 'person.password', ...actor, subject: person }, now);
  yield* endSecondFactor(person, actor, now);
  yield* endPasskeys(person, actor, now);
  yield* endSessions(person, '', actor, now);
}

export type Newcomer = { readonly name: string; readonly passwordHash: string } | undefined;

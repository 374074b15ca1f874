import { type ChangeAuthor, commandLine } from '../base/actor.ts';
import type { AccessReset } from './people-store.ts';
import { audit, first, hasRows, insert, isoTime, type Program, run } from '../base/program.ts';
import { addPassword, lockUser } from './people.ts';

const kind = 'access reset';

export function* startReset(email: string, tokenHash: string, expires: number, now: number): Program<boolean> {
  const row = yield* first('SELECT id FROM people WHERE email = $1', [email]);
  if (row === undefined) return false;
  const person = String(row['id']);
  yield* run('DELETE FROM sign_in_challenges WHERE kind = $1 AND person = $2', [kind, person]);
  yield* insert('sign_in_challenges', { hash: tokenHash, kind, person, detail: '', expires });
  yield* audit({ action: 'person.reset-link', subject: person }, { by: commandLine, now });
  return true;
}

export function* findReset(tokenHash: string, now: number): Program<AccessReset | undefined> {
  const row = yield* first<
    Pick<AccessReset, 'person' | 'email' | 'name'> & Record<keyof AccessReset['removes'], number>
  >(
    `SELECT people.id AS person, people.email, people.name,
       (SELECT count(*) FROM person_accounts WHERE person = people.id AND provider_id = 'credential') AS password,
       (SELECT count(*) FROM person_accounts WHERE person = people.id AND provider_id <> 'credential') AS "companySignIn",
       (SELECT count(*) FROM person_second_factors WHERE person = people.id AND confirmed = 1) AS "secondFactor",
       (SELECT count(*) FROM person_passkeys WHERE person = people.id) AS passkeys,
       (SELECT count(*) FROM person_sessions WHERE person = people.id) AS sessions
     FROM sign_in_challenges JOIN people ON people.id = sign_in_challenges.person
     WHERE hash = $1 AND kind = $2 AND expires > $3`,
    [tokenHash, kind, now],
  );
  if (row === undefined) return undefined;
  const { person, email, name, password, companySignIn, secondFactor, ...counts } = row;
  const removes = {
    password: password > 0,
    companySignIn: companySignIn > 0,
    secondFactor: secondFactor > 0,
    ...counts,
  };
  return { person, email, name, removes };
}

/** Sets a new password and removes all other sign-in methods. Undefined if the link is used or expired. */
export function* resetAccess(
  tokenHash: string,
  passwordHash: string,
  author: ChangeAuthor,
): Program<AccessReset | undefined> {
  const reset = yield* findReset(tokenHash, author.now);
  if (reset === undefined || (yield* lockUser(reset.person)) === undefined) return undefined;
  const sql = 'DELETE FROM sign_in_challenges WHERE hash = $1 AND kind = $2 RETURNING hash';
  if (!(yield* hasRows(sql, [tokenHash, kind]))) return undefined;
  const { person, removes } = reset;
  for (const table of ['accounts', 'second_factors', 'backup_codes', 'passkeys', 'sessions']) {
    yield* run(`DELETE FROM person_${table} WHERE person = $1`, [person]);
  }
  yield* addPassword(person, passwordHash, isoTime(author.now));
  yield* audit({ action: 'person.reset', subject: person, details: removes }, { ...author, by: commandLine });
  return reset;
}

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
  const row = yield* first(
    `SELECT people.id, people.email, people.name,
       (SELECT count(*) FROM person_accounts WHERE person = people.id AND provider_id = 'credential') AS passwords,
       (SELECT count(*) FROM person_accounts WHERE person = people.id AND provider_id <> 'credential') AS companies,
       (SELECT count(*) FROM person_second_factors WHERE person = people.id AND confirmed = 1) AS factors,
       (SELECT count(*) FROM person_passkeys WHERE person = people.id) AS passkeys,
       (SELECT count(*) FROM person_sessions WHERE person = people.id) AS sessions
     FROM sign_in_challenges JOIN people ON people.id = sign_in_challenges.person
     WHERE hash = $1 AND kind = $2 AND expires > $3`,
    [tokenHash, kind, now],
  );
  return (
    row && {
      person: String(row['id']),
      email: String(row['email']),
      name: String(row['name']),
      removes: {
        password: Number(row['passwords']) > 0,
        companySignIn: Number(row['companies']) > 0,
        secondFactor: Number(row['factors']) > 0,
        passkeys: Number(row['passkeys']),
        sessions: Number(row['sessions']),
      },
    }
  );
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

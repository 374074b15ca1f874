import { commandLine } from '../base/actor.ts';
import { audit, first, hasRows, isoTime, type Program, run } from '../base/program.ts';
import { deleteUnneeded } from './members.ts';
import { lockUser } from './people.ts';

/** Users who manage every organization. Only the command line grants and revokes this role. */
export const instanceAdminReads = {
  has: (person: string): Program<boolean> => hasRows('SELECT person FROM instance_admins WHERE person = $1', [person]),
  *list(): Program<readonly { readonly name: string; readonly email: string; readonly since: string }[]> {
    const rows = yield* run(
      `SELECT people.name, email, instance_admins.created AS since FROM instance_admins
       JOIN people ON people.id = person ORDER BY email`,
    );
    return rows.map(({ name, email, since }) => ({ name: String(name), email: String(email), since: isoTime(since) }));
  },
};

export const instanceAdminChanges = {
  /** Returns false if no user has this email address. */
  *grant(email: string, now: number): Program<boolean> {
    const person = yield* first('SELECT id FROM people WHERE email = $1', [email]);
    if (person === undefined) return false;
    const id = String(person['id']);
    const sql = `INSERT INTO instance_admins (person, created) VALUES ($1, $2)
      ON CONFLICT (person) DO NOTHING RETURNING person`;
    if (yield* hasRows(sql, [id, now])) yield* audit({ action: 'admin.grant', subject: id }, { by: commandLine, now });
    return true;
  },
  /** Deletes the user, too, if they have no membership. Returns false if no administrator has this email address. */
  *revoke(email: string, now: number): Program<boolean> {
    const row = yield* first<{ person: string }>(
      'SELECT person FROM instance_admins JOIN people ON people.id = person WHERE email = $1',
      [email],
    );
    if (row === undefined) return false;
    const { person } = row;
    yield* lockUser(person);
    if (!(yield* hasRows('DELETE FROM instance_admins WHERE person = $1 RETURNING person', [person]))) return false;
    yield* audit({ action: 'admin.revoke', subject: person }, { by: commandLine, now });
    yield* deleteUnneeded(person);
    return true;
  },
};

import type { ChangeAuthor } from '../base/actor.ts';
import type { InvitationChange, Member, MemberSession, UserSession } from './people-store.ts';
import { run, audit, auditIn, isoTime, type Program } from '../base/program.ts';
import { mayDecide, memberRole, roleOf } from './roles.ts';

const sessionColumns = `person_sessions.id, coalesce(address, '') AS address, coalesce(user_agent, '') AS "userAgent",
  person_sessions.created, person_sessions.updated AS "lastUsed"`;

/** Sessions use the system time, not the service's adjustable clock. */
const systemTime = (): string => isoTime(Date.now());

export const listSessions = (person: string): Program<readonly UserSession[]> =>
  run(`SELECT ${sessionColumns} FROM person_sessions WHERE person = $1 AND expires > $2 ORDER BY updated DESC`, [
    person,
    systemTime(),
  ]);

export function* listMemberSessions(organization: number): Program<readonly MemberSession[]> {
  type SessionRow = UserSession & Pick<Member, 'name' | 'role'> & { readonly person: string; readonly joined: unknown };
  const rows = yield* run<SessionRow>(
    `SELECT ${sessionColumns}, members.person, people.name, role, members.created AS joined
     FROM members JOIN people ON people.id = members.person JOIN person_sessions ON person_sessions.person = people.id
     WHERE organization = $1 AND expires > $2 ORDER BY people.name, people.id, person_sessions.updated DESC`,
    [organization, systemTime()],
  );
  return rows.map(({ person, name, role, joined, ...session }) => ({
    ...session,
    isFromBeforeJoining: session.created < isoTime(joined),
    member: { id: person, name, role: roleOf(role) },
  }));
}

/** Ends the given session of a user, or all others. Returns the number of ended sessions. */
export function* endSessions(
  person: string,
  which: 'this' | 'others',
  session: string,
  author: ChangeAuthor,
): Program<number> {
  const sql = `DELETE FROM person_sessions WHERE person = $1 AND id ${which === 'this' ? '=' : '<>'} $2 RETURNING id`;
  const { length } = yield* run(sql, [person, session]);
  for (let ended = 0; ended < length; ended++) yield* audit({ action: 'session.end', subject: person }, author);
  return length;
}

/** Ends all sessions of a member, or the given one. `unknown` if the member or the session doesn't exist. */
export function* endMemberSessions(
  organization: number,
  person: string,
  author: ChangeAuthor,
  session?: string,
): Program<InvitationChange> {
  const role = yield* memberRole(organization, person);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, author, role))) return 'refused';
  const { length: sessions } = yield* run(
    'DELETE FROM person_sessions WHERE person = $1 AND id = coalesce($2, id) RETURNING id',
    [person, session ?? null],
  );
  if (session !== undefined && sessions === 0) return 'unknown';
  yield* auditIn(organization, { action: 'person.sign-out', subject: person, details: { sessions } }, author);
  return 'done';
}

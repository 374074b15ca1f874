import type { Actor } from '../base/actor.ts';
import type { InvitationChange, PersonSession } from './people-store.ts';
import { run, audit, auditIn, iso, type Program } from '../base/program.ts';
import { mayDecide, memberRole } from './roles.ts';

export const listSessions = (person: string): Program<readonly PersonSession[]> =>
  run(
    `SELECT id, coalesce(address, '') AS address, coalesce(user_agent, '') AS "userAgent", created,
       updated AS "lastUsed"
     FROM person_sessions WHERE person = $1 AND expires > $2 ORDER BY updated DESC`,
    [
      person,
      // Sessions use the system time, not the service's adjustable clock.
      iso(Date.now()),
    ],
  );

export function* endSessions(person: string, stored: string, actor: Actor, now: number): Program<number> {
  const { length } = yield* run('DELETE FROM person_sessions WHERE person = $1 AND id <> $2 RETURNING id', [
    person,
    stored,
  ]);
  for (let ended = 0; ended < length; ended++) {
    yield* audit({ action: 'session.end', ...actor, subject: person }, now);
  }
  return length;
}

export function* endSession(person: string, id: string, actor: Actor, now: number): Program<boolean> {
  const rows = yield* run('DELETE FROM person_sessions WHERE person = $1 AND id = $2 RETURNING id', [person, id]);
  if (rows.length === 0) return false;
  yield* audit({ action: 'session.end', ...actor, subject: person }, now);
  return true;
}

export function* endMemberSessions(
  organization: number,
  person: string,
  actor: Actor,
  now: number,
): Program<InvitationChange> {
  const role = yield* memberRole(organization, person);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, role))) return 'refused';
  const { length: sessions } = yield* run('DELETE FROM person_sessions WHERE person = $1 RETURNING id', [person]);
  yield* auditIn(organization, { action: 'person.sign-out', ...actor, subject: person, details: { sessions } }, now);
  return 'done';
}

import { grantableRoles, type Role } from '#shared/dashboard-api/roles.ts';
import type { ChangeAuthor } from '../base/actor.ts';
import type { Member, Membership, RoleChange } from './people-store.ts';
import { auditIn, hasRows, type Program, type Row, run } from '../base/program.ts';
import { organizationColumns, organizationOf, suspensionColumns, suspensionOf } from './organizations.ts';
import { lacksSecondFactor } from './second-factor.ts';
import { roleOf, memberRole, mayDecide } from './roles.ts';
import { withdrawLinksOf } from './invitations.ts';
import { lockUser } from './people.ts';

export function* listMemberships(person: string): Program<readonly Membership[]> {
  const rows = yield* run(
    `SELECT ${organizationColumns}, ${suspensionColumns}, role, second_factor_organizations.organization AS second_factor,
       CASE WHEN ${lacksSecondFactor('members.person')} THEN 1 ELSE 0 END AS lacks_factor
     FROM members JOIN organizations ON organizations.number = members.organization
     LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
     LEFT JOIN second_factor_organizations ON second_factor_organizations.organization = organizations.number
     LEFT JOIN suspended_organizations ON suspended_organizations.organization = organizations.number
     WHERE person = $1 ORDER BY organizations.name`,
    [person],
  );
  return rows.map((row) => {
    const secondFactorRequired = row['second_factor'] !== null;
    const mustEnroll = secondFactorRequired && Number(row['lacks_factor']) === 1;
    const suspended = suspensionOf(row);
    return { ...organizationOf(row), role: roleOf(row['role']), secondFactorRequired, mustEnroll, suspended };
  });
}

export function* listMembers(organization: number): Program<readonly Member[]> {
  const rows = yield* run<Member>(
    `SELECT people.id, people.name, people.email, role,
       (SELECT max(updated) FROM person_sessions WHERE person = people.id) AS "lastSeen",
       (SELECT confirmed FROM person_second_factors WHERE person = people.id) AS "secondFactor",
       (SELECT count(*) FROM person_accounts WHERE person = people.id AND provider_id = 'credential') AS "hasPassword",
       (SELECT count(*) FROM person_passkeys WHERE person = people.id) AS passkeys
     FROM members JOIN people ON people.id = members.person WHERE organization = $1 ORDER BY people.name, people.id`,
    [organization],
  );
  return rows.map((row) => ({
    ...row,
    role: roleOf(row.role),
    secondFactor: Boolean(row.secondFactor),
    hasPassword: Boolean(row.hasPassword),
  }));
}

export function* memberNames(organization: number): Program<ReadonlyMap<string, string>> {
  const rows = yield* run<{ readonly id: string; readonly name: string }>(
    'SELECT id, name FROM members JOIN people ON people.id = members.person WHERE organization = $1',
    [organization],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const hasOtherOwner = (organization: number, person: string): Program<boolean> =>
  hasRows("SELECT person FROM members WHERE organization = $1 AND role = 'owner' AND person <> $2 LIMIT 1", [
    organization,
    person,
  ]);

export function* setRole(organization: number, person: string, role: Role, author: ChangeAuthor): Program<RoleChange> {
  const previous = yield* memberRole(organization, person);
  if (previous === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, author, previous, role))) return 'refused';
  if (previous === 'owner' && role !== 'owner' && !(yield* hasOtherOwner(organization, person))) return 'last owner';
  if (previous === role) return 'done';
  yield* run('UPDATE members SET role = $3 WHERE organization = $1 AND person = $2', [organization, person, role]);
  const details = { from: previous, to: role };
  yield* auditIn(organization, { action: 'person.role', subject: person, details }, author);
  yield* withdrawLinksOf(organization, person, grantableRoles[role], author);
  return 'done';
}

/** Deletes a user without membership who isn't an instance administrator. Lock the user first. Returns ended sessions. */
export function* deleteUnneeded(person: string): Program<number> {
  const sql = 'SELECT person FROM members WHERE person = $1 UNION SELECT person FROM instance_admins WHERE person = $1';
  if (yield* hasRows(sql, [person])) return 0;
  const { length: endedSessions } = yield* run('DELETE FROM person_sessions WHERE person = $1 RETURNING id', [person]);
  for (const table of ['person_accounts', 'person_second_factors', 'person_backup_codes', 'person_passkeys']) {
    yield* run(`DELETE FROM ${table} WHERE person = $1`, [person]);
  }
  yield* run('DELETE FROM people WHERE id = $1', [person]);
  return endedSessions;
}

/** Deletes the user, too, if this was the last membership. Returns details for the audit log. */
export function* endMembership(organization: number, person: string): Program<Row> {
  const { name, email } = (yield* lockUser(person)) ?? {};
  yield* run('DELETE FROM members WHERE organization = $1 AND person = $2', [organization, person]);
  return { name, email, sessions: yield* deleteUnneeded(person) };
}

export function* removeMember(organization: number, person: string, author: ChangeAuthor): Program<RoleChange> {
  const previous = yield* memberRole(organization, person);
  if (previous === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, author, previous))) return 'refused';
  if (previous === 'owner' && !(yield* hasOtherOwner(organization, person))) return 'last owner';
  const details = { role: previous, ...(yield* endMembership(organization, person)) };
  yield* auditIn(organization, { action: 'person.remove', subject: person, details }, author);
  yield* withdrawLinksOf(organization, person, [], author);
  return 'done';
}

import { grantableRoles, roles, type Role } from '#shared/dashboard-api/roles.ts';
import { commandLine, type Actor } from '../base/actor.ts';
import { run, type Program } from '../base/program.ts';
import { lockOrganization } from './organizations.ts';

export const roleOf = (text: unknown): Role => roles.find((role) => role === text) ?? 'support';

export function* memberRole(organization: number, person: string): Program<Role | undefined> {
  yield* lockOrganization(organization);
  const [row] = yield* run('SELECT role FROM members WHERE organization = $1 AND person = $2', [organization, person]);
  return row && roleOf(row['role']);
}

/** Whether the actor may change these roles, judged by the actor's own role. Lock the organization first. */
export function* mayDecide(organization: number, { by }: Actor, ...wanted: readonly Role[]): Program<boolean> {
  if (by === commandLine) return true;
  const ownRole = yield* memberRole(organization, by);
  return ownRole !== undefined && wanted.every((role) => grantableRoles[ownRole].includes(role));
}

/** Adds a member, or raises the member's role but never lowers it. Returns the new role. */
export function* addMember(organization: number, person: string, role: Role, now: number): Program<Role> {
  const previous = yield* memberRole(organization, person);
  if (previous === undefined) {
    yield* run(
      `INSERT INTO members (organization, person, role, created, since_entry)
       VALUES ($1, $2, $3, $4, (SELECT number FROM audit_head))`,
      [organization, person, role, now],
    );
    return role;
  }
  if (roles.indexOf(previous) <= roles.indexOf(role)) return previous;
  yield* run('UPDATE members SET role = $3 WHERE organization = $1 AND person = $2', [organization, person, role]);
  return role;
}

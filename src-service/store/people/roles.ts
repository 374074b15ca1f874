import { grantableRoles, roles, type Role } from '#shared/dashboard-api/roles.ts';
import { commandLine, type Actor } from '../actor.ts';
import { run, type Program } from '../program.ts';
import { hold } from './organizations.ts';

export const roleOf = (text: unknown): Role => roles.find((role) => role === text) ?? 'support';

export function* memberRole(organization: number, person: string): Program<Role | undefined> {
  yield* hold(organization);
  const [row] = yield* run('SELECT role FROM members WHERE organization = $1 AND person = $2', organization, person);
  return row && roleOf(row['role']);
}

/**
 * Whether whoever acts may decide about these roles, as they stand once the organization is held: a shell may, a person as
 * far as their own role goes now.
 */
export function* mayDecide(organization: number, { by }: Actor, ...wanted: readonly Role[]): Program<boolean> {
  if (by === commandLine) return true;
  const own = yield* memberRole(organization, by);
  return own !== undefined && wanted.every((role) => grantableRoles[own].includes(role));
}

/** Makes a person a member, or raises the role of one; a link never takes a role away. Gives back the role from now on. */
export function* addMember(organization: number, person: string, role: Role, now: number): Program<Role> {
  const before = yield* memberRole(organization, person);
  if (before === undefined) {
    yield* run(
      `INSERT INTO members (organization, person, role, created, since_entry)
       VALUES ($1, $2, $3, $4, (SELECT number FROM audit_head))`,
      organization,
      person,
      role,
      now,
    );
    return role;
  }
  if (roles.indexOf(before) <= roles.indexOf(role)) return before;
  yield* run('UPDATE members SET role = $3 WHERE organization = $1 AND person = $2', organization, person, role);
  return role;
}

import { randomUUID } from 'node:crypto';
import { grantableRoles, type Role, roles } from '#shared/dashboard-api/roles.ts';
import type { AuditEvent } from './audit-store.ts';
import {
  type Accepted,
  type Actor,
  commandLine,
  type InvitationChange,
  type Invited,
  type Member,
  type Membership,
  needsOwnPassword,
  type NewInvitation,
  type PeopleStore,
  type PersonSession,
  type RoleChange,
  type SignInCondition,
  type SignInRow,
  type StoredInvitation,
} from './people-store.ts';
import { randomSecret } from './secrets.ts';
import { iso, type Program, type Row, type RunProgram, type Step } from './webhooks/program.ts';

type Value = string | number | null;
const sql = (text: string, ...values: readonly Value[]): Step => ({ sql: text, values });
const audit = (event: AuditEvent, now: number): Step => ({ audit: event, now });
const roleOf = (text: unknown): Role => roles.find((role) => role === text) ?? 'support';

const organizationOf = (row: Row): Omit<Membership, 'role'> => ({
  number: Number(row['number']),
  id: String(row['organization_id']),
  name: String(row['organization_name']),
  production: row['production'] !== null,
});

/** Two that change the members of an organization at once come one after the other. */
const hold = (organization: number): Step =>
  sql('UPDATE organizations SET name = name WHERE number = $1', organization);

/** The same for a person who joins one organization and leaves another. */
const holdPerson = (person: string): Step =>
  sql('UPDATE people SET name = name WHERE id = $1 RETURNING name, email', person);

const organizationColumns =
  'organizations.number, organizations.id AS organization_id, organizations.name AS organization_name, production_organizations.organization AS production';

function* memberships(person: string): Program<readonly Membership[]> {
  const rows = yield sql(
    `SELECT ${organizationColumns}, role FROM members JOIN organizations ON organizations.number = members.organization
     LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
     WHERE person = $1 ORDER BY organizations.name`,
    person,
  );
  return rows.map((row) => ({ ...organizationOf(row), role: roleOf(row['role']) }));
}

function* members(organization: number): Program<readonly Member[]> {
  const rows = yield sql(
    `SELECT people.id, people.name, people.email, role,
       (SELECT max(updated) FROM person_sessions WHERE person = people.id) AS seen
     FROM members JOIN people ON people.id = members.person WHERE organization = $1 ORDER BY people.name, people.id`,
    organization,
  );
  return rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    email: String(row['email']),
    role: roleOf(row['role']),
    lastSeen: row['seen'] === null ? null : String(row['seen']),
  }));
}

/** Whether somebody else is an owner. */
function* hasOtherOwner(organization: number, person: string): Program<boolean> {
  const rows = yield sql(
    "SELECT person FROM members WHERE organization = $1 AND role = 'owner' AND person <> $2 LIMIT 1",
    organization,
    person,
  );
  return rows.length > 0;
}

function* publicId(organization: number): Program<string> {
  const [row] = yield sql('SELECT id FROM organizations WHERE number = $1', organization);
  return String(row?.['id']);
}

function* memberRole(organization: number, person: string): Program<Role | undefined> {
  yield hold(organization);
  const [row] = yield sql('SELECT role FROM members WHERE organization = $1 AND person = $2', organization, person);
  return row && roleOf(row['role']);
}

/**
 * Whether whoever acts may decide about these roles, as they stand once the organization is held: a shell may, a person as
 * far as their own role goes now.
 */
function* mayDecide(organization: number, { by }: Actor, ...wanted: readonly Role[]): Program<boolean> {
  if (by === commandLine) return true;
  const own = yield* memberRole(organization, by);
  return own !== undefined && wanted.every((role) => grantableRoles[own].includes(role));
}

function* setRole(organization: number, person: string, role: Role, actor: Actor, now: number): Program<RoleChange> {
  const before = yield* memberRole(organization, person);
  if (before === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, before, role))) return 'refused';
  if (before === 'owner' && role !== 'owner' && !(yield* hasOtherOwner(organization, person))) return 'last owner';
  if (before === role) return 'done';
  yield sql('UPDATE members SET role = $3 WHERE organization = $1 AND person = $2', organization, person, role);
  const details = { from: before, to: role };
  yield audit(
    { action: 'person.role', ...actor, organization: yield* publicId(organization), subject: person, details },
    now,
  );
  yield* withdrawLinksOf(organization, person, grantableRoles[role], actor, now);
  return 'done';
}

function* removeMember(organization: number, person: string, actor: Actor, now: number): Program<RoleChange> {
  const before = yield* memberRole(organization, person);
  if (before === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, before))) return 'refused';
  if (before === 'owner' && !(yield* hasOtherOwner(organization, person))) return 'last owner';
  const [{ name, email } = {}] = yield holdPerson(person);
  yield sql('DELETE FROM members WHERE organization = $1 AND person = $2', organization, person);
  let endedSessions = 0;
  if ((yield sql('SELECT person FROM members WHERE person = $1 LIMIT 1', person)).length === 0) {
    endedSessions = (yield sql('DELETE FROM person_sessions WHERE person = $1 RETURNING id', person)).length;
    yield sql('DELETE FROM person_accounts WHERE person = $1', person);
    yield sql('DELETE FROM people WHERE id = $1', person);
  }
  const details = { name, email, role: before, sessions: endedSessions };
  yield audit(
    { action: 'person.remove', ...actor, organization: yield* publicId(organization), subject: person, details },
    now,
  );
  yield* withdrawLinksOf(organization, person, [], actor, now);
  return 'done';
}

function* setProduction(organization: number, production: boolean, actor: Actor, now: number): Program<void> {
  yield production
    ? sql(
        'INSERT INTO production_organizations (organization) VALUES ($1) ON CONFLICT (organization) DO NOTHING',
        organization,
      )
    : sql('DELETE FROM production_organizations WHERE organization = $1', organization);
  yield audit(
    { action: 'organization.change', ...actor, organization: yield* publicId(organization), details: { production } },
    now,
  );
}

const invitationColumns = `
  SELECT invitations.*, ${organizationColumns}, people.id AS person_id
  FROM invitations JOIN organizations ON organizations.number = invitations.organization
  LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
  LEFT JOIN people ON people.email = invitations.email`;

const invitationOf = (row: Row): StoredInvitation => ({
  id: String(row['invitation']),
  organization: organizationOf(row),
  email: String(row['email']),
  role: roleOf(row['role']),
  invitedBy: String(row['invited_by']),
  expires: Number(row['expires']),
  person: row['person_id'] === null ? null : String(row['person_id']),
});

function* organizationNumber(wanted: string | number | undefined): Program<number> {
  if (typeof wanted === 'number') return wanted;
  if (wanted !== undefined) {
    yield sql(
      'INSERT INTO organizations (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      randomUUID(),
      wanted,
    );
  }
  const [row] =
    wanted === undefined
      ? yield sql('SELECT number FROM organizations ORDER BY number LIMIT 1')
      : yield sql('SELECT number FROM organizations WHERE name = $1', wanted);
  return Number(row?.['number']);
}

function* findInvitation(where: string, ...values: readonly Value[]): Program<StoredInvitation | undefined> {
  const [row] = yield sql(`${invitationColumns} WHERE ${where}`, ...values);
  return row && invitationOf(row);
}

function* isMember(organization: number, email: string): Program<boolean> {
  const rows = yield sql(
    'SELECT person FROM members JOIN people ON people.id = members.person WHERE organization = $1 AND email = $2',
    organization,
    email,
  );
  return rows.length > 0;
}

function* invite(wanted: NewInvitation, actor: Actor, now: number): Program<Invited> {
  const { email, role, tokenHash, expires } = wanted;
  const organization = yield* organizationNumber(wanted.organization);
  yield hold(organization);
  const open = yield sql('SELECT role FROM invitations WHERE organization = $1 AND email = $2', organization, email);
  const decided = [role, ...open.map((row) => roleOf(row['role']))];
  if (!(yield* mayDecide(organization, actor, ...decided))) return 'refused';
  if (actor.by !== commandLine && (yield* isMember(organization, email))) return 'member';
  yield sql('DELETE FROM invitations WHERE organization = $1 AND email = $2', organization, email);
  const id = randomUUID();
  yield sql(
    `INSERT INTO invitations (organization, invitation, email, role, token_hash, invited_by, created, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    organization,
    id,
    email,
    role,
    tokenHash,
    actor.by,
    now,
    expires,
  );
  yield audit(
    {
      action: 'person.invite',
      ...actor,
      organization: yield* publicId(organization),
      subject: id,
      details: { email, role },
    },
    now,
  );
  return 'done';
}

/** The role of an open invitation, once the organization is held. */
function* invitedRole(organization: number, id: string): Program<Role | undefined> {
  yield hold(organization);
  const [row] = yield sql('SELECT role FROM invitations WHERE organization = $1 AND invitation = $2', organization, id);
  return row && roleOf(row['role']);
}

function* renew(
  organization: number,
  id: string,
  tokenHash: string,
  expires: number,
  actor: Actor,
  now: number,
): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, role))) return 'refused';
  const [row] = yield sql(
    `UPDATE invitations SET token_hash = $3, expires = $4, invited_by = $5 WHERE organization = $1 AND invitation = $2
     RETURNING email`,
    organization,
    id,
    tokenHash,
    expires,
    actor.by,
  );
  const details = { email: row?.['email'], role };
  yield audit(
    { action: 'person.invite', ...actor, organization: yield* publicId(organization), subject: id, details },
    now,
  );
  return 'done';
}

function* deleteInvitation(organization: number, id: string, actor: Actor, now: number): Program<void> {
  const [row] = yield sql(
    'DELETE FROM invitations WHERE organization = $1 AND invitation = $2 RETURNING email',
    organization,
    id,
  );
  const details = { email: row?.['email'] };
  yield audit(
    { action: 'person.withdraw', ...actor, organization: yield* publicId(organization), subject: id, details },
    now,
  );
}

function* withdraw(organization: number, id: string, actor: Actor, now: number): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, role))) return 'refused';
  yield* deleteInvitation(organization, id, actor, now);
  return 'done';
}

/** A link works no longer than whoever made it may give its role. */
function* withdrawLinksOf(
  organization: number,
  person: string,
  granted: readonly Role[],
  actor: Actor,
  now: number,
): Program<void> {
  const made = yield sql(
    'SELECT invitation, role FROM invitations WHERE organization = $1 AND invited_by = $2',
    organization,
    person,
  );
  for (const { invitation, role } of made) {
    if (!granted.includes(roleOf(role))) yield* deleteInvitation(organization, String(invitation), actor, now);
  }
}

type Newcomer = { readonly name: string; readonly passwordHash: string } | undefined;

/** Ends all sessions of a person. */
function* endSessions(person: string, actor: Actor, now: number): Program<void> {
  const { length } = yield sql('DELETE FROM person_sessions WHERE person = $1 RETURNING id', person);
  for (let ended = 0; ended < length; ended++) {
    yield audit({ action: 'session.end', ...actor, subject: person }, now);
  }
}

/** Gives a person another name and password. */
function* renewPerson(person: string, newcomer: NonNullable<Newcomer>, actor: Actor, now: number): Program<void> {
  yield sql('UPDATE people SET name = $2, updated = $3 WHERE id = $1', person, newcomer.name, iso(now));
  yield sql(
    'UPDATE person_accounts SET password = $2, updated = $3 WHERE person = $1',
    person,
    newcomer.passwordHash,
    iso(now),
  );
  yield audit({ action: 'person.password', ...actor, subject: person }, now);
  yield* endSessions(person, actor, now);
}

/** Makes a person; undefined where somebody else came by this email in the same moment. */
function* addPerson(email: string, newcomer: NonNullable<Newcomer>, now: number): Program<string | undefined> {
  const time = iso(now);
  const [row] = yield sql(
    `INSERT INTO people (id, name, email, email_verified, created, updated) VALUES ($1, $2, $3, 0, $4, $4)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    randomUUID(),
    newcomer.name,
    email,
    time,
  );
  if (row === undefined) return undefined;
  const person = String(row['id']);
  yield sql(
    `INSERT INTO person_accounts (id, person, account_id, provider_id, password, created, updated)
     VALUES ($1, $2, $2, 'credential', $3, $4, $4)`,
    randomUUID(),
    person,
    newcomer.passwordHash,
    time,
  );
  return person;
}

/** Makes a person a member, or raises the role of one; a link never takes a role away. Gives back the role from now on. */
function* addMember(organization: number, person: string, role: Role, now: number): Program<Role> {
  const before = yield* memberRole(organization, person);
  if (before === undefined) {
    yield sql(
      'INSERT INTO members (organization, person, role, created) VALUES ($1, $2, $3, $4)',
      organization,
      person,
      role,
      now,
    );
    return role;
  }
  if (roles.indexOf(before) <= roles.indexOf(role)) return before;
  yield sql('UPDATE members SET role = $3 WHERE organization = $1 AND person = $2', organization, person, role);
  return role;
}

function* accept(tokenHash: string, newcomer: Newcomer, from: string | undefined, now: number): Program<Accepted> {
  const found = yield* findInvitation('token_hash = $1', tokenHash);
  if (found === undefined) return 'gone';
  yield hold(found.organization.number);
  // As it stands now: whoever held the organization before may have used it up, renewed or withdrawn it.
  const invitation = yield* findInvitation('token_hash = $1 AND expires > $2', tokenHash, now);
  if (invitation === undefined) return 'gone';
  // Nobody was asked for the password of somebody who came in between.
  if (needsOwnPassword(invitation) !== (newcomer === undefined)) return 'changed';
  const { email, organization } = invitation;
  const person = invitation.person ?? (newcomer && (yield* addPerson(email, newcomer, now)));
  if (person === undefined || (yield holdPerson(person)).length === 0) return 'changed';
  yield sql('DELETE FROM invitations WHERE token_hash = $1', tokenHash);
  if (invitation.person !== null && newcomer !== undefined) {
    yield* renewPerson(person, newcomer, { by: person, from }, now);
  }
  const role = yield* addMember(organization.number, person, invitation.role, now);
  yield audit(
    {
      action: 'person.join',
      by: person,
      from,
      organization: organization.id,
      subject: person,
      details: { email, role },
    },
    now,
  );
  return 'done';
}

function* sessions(person: string): Program<readonly PersonSession[]> {
  const rows = yield sql(
    `SELECT id, address, user_agent, created, updated FROM person_sessions WHERE person = $1 AND expires > $2
     ORDER BY updated DESC`,
    person,
    // Sessions have the time of the computer, whatever that of the service was set to.
    iso(Date.now()),
  );
  return rows.map((row) => ({
    id: String(row['id']),
    address: String(row['address'] ?? ''),
    userAgent: String(row['user_agent'] ?? ''),
    created: String(row['created']),
    seen: String(row['updated']),
  }));
}

const openInvitationsStayMs = 30 * 24 * 3_600_000;

function* forget(now: number): Program<void> {
  yield sql('DELETE FROM person_sessions WHERE expires < $1', iso(Date.now()));
  yield sql('DELETE FROM invitations WHERE expires < $1', now - openInvitationsStayMs);
}

function* endSession(person: string, id: string, actor: Actor, now: number): Program<boolean> {
  const rows = yield sql('DELETE FROM person_sessions WHERE person = $1 AND id = $2 RETURNING id', person, id);
  if (rows.length === 0) return false;
  yield audit({ action: 'session.end', ...actor, subject: person }, now);
  return true;
}

function* secret(): Program<string> {
  yield sql('INSERT INTO dashboard (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', randomSecret());
  const [row] = yield sql('SELECT secret FROM dashboard');
  return String(row?.['secret']);
}

function* address(): Program<string | undefined> {
  const [row] = yield sql('SELECT address FROM dashboard');
  return typeof row?.['address'] === 'string' ? row['address'] : undefined;
}

function* setAddress(text: string): Program<void> {
  yield* secret();
  yield sql('UPDATE dashboard SET address = $1', text);
}

function* all<Result>(text: string, values: readonly Value[], read: (row: Row) => Result): Program<readonly Result[]> {
  return (yield sql(text, ...values)).map(read);
}

const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

const named = (name: string): string => {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`${name} is no name of a table or a column.`);
  return name;
};

/** Conditions as text; their values go behind those that are there already. */
const conditions = (where: readonly SignInCondition[], values: Value[]): string => {
  const push = (value: Value): string => `$${values.push(value)}`;
  const texts = where.map(({ column, operator, value }) => {
    if (operator === 'in') {
      const list = (value as readonly (string | number)[]).map(push);
      return list.length === 0 ? '1 = 0' : `${named(column)} IN (${list.join(', ')})`;
    }
    if (value === null) return `${named(column)} IS ${operator === 'eq' ? '' : 'NOT '}NULL`;
    return `${named(column)} ${operators[operator]} ${push(value as string | number)}`;
  });
  return texts.length === 0 ? '' : ` WHERE ${texts.join(' AND ')}`;
};

function* insert(table: string, row: SignInRow): Program<void> {
  const columns = Object.keys(row);
  yield sql(
    `INSERT INTO ${named(table)} (${columns.map(named).join(', ')}) VALUES (${columns.map((_name, index) => `$${index + 1}`).join(', ')})`,
    ...Object.values(row),
  );
  if (table === 'person_sessions') {
    const person = String(row['person']);
    const from = row['address'] === null ? undefined : String(row['address'] ?? '');
    yield audit({ action: 'session.begin', by: person, from, subject: person }, Date.parse(String(row['created'])));
  }
}

/** A session that is taken away by its token or its age ended. */
function* remove(table: string, where: readonly SignInCondition[]): Program<number> {
  const values: Value[] = [];
  const text = `DELETE FROM ${named(table)}${conditions(where, values)} RETURNING *`;
  const rows = yield sql(text, ...values);
  for (const { person } of table === 'person_sessions' ? rows : []) {
    yield audit({ action: 'session.end', by: String(person), subject: String(person) }, Date.now());
  }
  return rows.length;
}

function* update(table: string, where: readonly SignInCondition[], changes: SignInRow): Program<SignInRow | undefined> {
  const values: Value[] = [];
  const set = Object.entries(changes).map(([column, value]) => `${named(column)} = $${values.push(value)}`);
  const rows = yield sql(
    `UPDATE ${named(table)} SET ${set.join(', ')}${conditions(where, values)} RETURNING *`,
    ...values,
  );
  if (table === 'person_accounts' && 'password' in changes) {
    for (const { person } of rows) {
      yield audit({ action: 'person.password', by: String(person), subject: String(person) }, Date.now());
    }
  }
  return rows[0] as SignInRow | undefined;
}

/** The statements of all that the dashboard keeps of people, the same for every store. */
export const createPeople = (run: RunProgram): PeopleStore => ({
  signIn: {
    insert: (table, row) => run(() => insert(table, row)),
    select: (table, where, limit) => {
      const values: Value[] = [];
      const text = `SELECT * FROM ${named(table)}${conditions(where, values)} LIMIT ${Math.floor(limit)}`;
      return run(() => all(text, values, (row) => row as SignInRow));
    },
    update: (table, where, values) => run(() => update(table, where, values)),
    remove: (table, where) => run(() => remove(table, where)),
  },
  secret: () => run(() => secret()),
  address: () => run(() => address()),
  setAddress: (text) => run(() => setAddress(text)),
  memberships: (person) => run(() => memberships(person)),
  members: (organization) => run(() => members(organization)),
  names: async (organization) =>
    new Map(
      await run(() =>
        all(
          'SELECT id, name FROM members JOIN people ON people.id = members.person WHERE organization = $1',
          [organization],
          (row) => [String(row['id']), String(row['name'])] as const,
        ),
      ),
    ),
  setRole: (...args) => run(() => setRole(...args)),
  removeMember: (...args) => run(() => removeMember(...args)),
  setProduction: (...args) => run(() => setProduction(...args)),
  invite: (...args) => run(() => invite(...args)),
  invitations: (organization) =>
    run(() =>
      all(
        `${invitationColumns} WHERE invitations.organization = $1 ORDER BY invitations.created`,
        [organization],
        invitationOf,
      ),
    ),
  invitationOf: (tokenHash, now) => run(() => findInvitation('token_hash = $1 AND expires > $2', tokenHash, now)),
  renew: (...args) => run(() => renew(...args)),
  withdraw: (...args) => run(() => withdraw(...args)),
  accept: (...args) => run(() => accept(...args)),
  sessions: (person) => run(() => sessions(person)),
  forget: (now) => run(() => forget(now)),
  endSession: (...args) => run(() => endSession(...args)),
});

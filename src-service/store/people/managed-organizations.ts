import { randomUUID } from 'node:crypto';
import type { ChangeAuthor } from '../base/actor.ts';
import { auditIn, hasRows, insert, isoTime, type Program, run, type Step } from '../base/program.ts';
import { addInvitation } from './invitations.ts';
import { comparableName, findSimilarOrganization, hasOrganization, lockOrganization } from './organizations.ts';
import type { ManagedOrganization, NewInvitation } from './people-store.ts';

interface ManagedRow extends Omit<ManagedOrganization, 'production' | 'suspended' | 'isFirst'> {
  readonly production: number | null;
  readonly since: number | null;
  readonly reason: string;
}

function* read(where: string, values?: Step['values']): Program<readonly ManagedOrganization[]> {
  const rows = yield* run<ManagedRow>(
    `SELECT organizations.number, organizations.id, organizations.name, migrations, since, reason,
       production_organizations.organization AS production,
       (SELECT count(*) FROM members WHERE organization = organizations.number) AS members,
       (SELECT count(*) FROM api_keys WHERE organization = organizations.number AND revoked IS NULL) AS keys
     FROM organizations
     LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
     LEFT JOIN suspended_organizations ON suspended_organizations.organization = organizations.number
     WHERE ${where}`,
    values,
  );
  return rows.map(({ production, since, reason, ...row }) => ({
    ...row,
    production: production !== null,
    suspended: since === null ? null : { since: isoTime(since), reason },
    isFirst: row.number === 1,
  }));
}

function* find(idOrName: string): Program<ManagedOrganization | undefined> {
  const found = yield* read('organizations.id = $1 OR organizations.name = $1', [idOrName]);
  return found.find(({ id }) => id === idOrName) ?? found[0];
}

export const organizationReads = {
  /** Returns a page of the organizations whose name contains `search`, or whose ID equals it, sorted by name. */
  *list(
    search: string,
    page: number,
    pageSize: number,
  ): Program<{ readonly organizations: readonly ManagedOrganization[]; readonly total: number }> {
    const searched = comparableName(search);
    const names = yield* run<Pick<ManagedOrganization, 'number' | 'id' | 'name'>>(
      'SELECT number, id, name FROM organizations',
    );
    const matches = names
      .map((row) => ({ ...row, name: comparableName(row.name) }))
      .filter(({ id, name }) => name.includes(searched) || id === searched)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const shown = matches.slice((page - 1) * pageSize, page * pageSize).map(({ number }) => number);
    const found = shown.length === 0 ? [] : yield* read(`organizations.number IN (${shown.join(', ')})`);
    const organizations = found.toSorted((one, other) => shown.indexOf(one.number) - shown.indexOf(other.number));
    return { organizations, total: matches.length };
  },
  find,
  isSuspended: (organization: number): Program<boolean> =>
    hasRows('SELECT since FROM suspended_organizations WHERE organization = $1', [organization]),
};

/** Changes of instance administrators and the command line. The caller checks permission. */
export const organizationChanges = {
  /** Creates an organization with its first invitation. Undefined if an organization has this name. */
  *create(
    name: string,
    owner: Pick<NewInvitation, 'email' | 'tokenHash' | 'expires'> | undefined,
    author: ChangeAuthor,
  ): Program<ManagedOrganization | undefined> {
    if ((yield* findSimilarOrganization(name)) !== undefined) return undefined;
    const id = randomUUID();
    yield* insert('organizations', { id, name }, 'ON CONFLICT DO NOTHING');
    const organization = yield* find(id);
    if (organization === undefined) return undefined;
    yield* auditIn(organization.number, { action: 'organization.create', details: { name } }, author);
    if (owner !== undefined) yield* addInvitation(organization.number, { ...owner, role: 'owner' }, author);
    return organization;
  },
  *rename(
    { number, name: from }: ManagedOrganization,
    to: string,
    author: ChangeAuthor,
  ): Program<'done' | 'taken' | 'unknown'> {
    if (!(yield* lockOrganization(number))) return 'unknown';
    const similar = (yield* hasOrganization(to)) ? to : yield* findSimilarOrganization(to);
    if (similar !== undefined && similar !== from) return 'taken';
    yield* run('UPDATE organizations SET name = $2 WHERE number = $1', [number, to]);
    yield* auditIn(number, { action: 'organization.rename', details: { from, to } }, author);
    return 'done';
  },
  /** Stops keys, modal, webhooks and changes by members. Returns false if the organization doesn't exist. */
  *suspend(
    { number }: ManagedOrganization,
    reason: string,
    author: ChangeAuthor,
    isDeletion = false,
  ): Program<boolean> {
    if (!(yield* lockOrganization(number))) return false;
    const row = { organization: number, since: author.now, reason, deleting: Number(isDeletion) };
    // A deletion that failed stays marked.
    const changes = 'since = excluded.since, reason = excluded.reason, deleting = excluded.deleting';
    const end = `ON CONFLICT (organization) DO UPDATE SET ${changes} WHERE suspended_organizations.deleting = 0 RETURNING since`;
    const [changed] = yield* insert('suspended_organizations', row, end);
    if (changed !== undefined) yield* auditIn(number, { action: 'organization.suspend', details: { reason } }, author);
    return true;
  },
  /** Returns false if the organization isn't suspended, or if its deletion has started. */
  *resume({ number }: ManagedOrganization, author: ChangeAuthor): Program<boolean> {
    const sql = 'DELETE FROM suspended_organizations WHERE organization = $1 AND deleting = 0 RETURNING organization';
    if (!(yield* hasRows(sql, [number]))) return false;
    yield* auditIn(number, { action: 'organization.resume' }, author);
    return true;
  },
};

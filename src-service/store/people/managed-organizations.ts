import { randomUUID } from 'node:crypto';
import type { Actor } from '../base/actor.ts';
import { auditIn, first, hasRows, insert, type Program, run } from '../base/program.ts';
import { addInvitation } from './invitations.ts';
import {
  comparableName,
  findSimilarOrganization,
  hasOrganization,
  hold,
  organizationColumns,
  organizationOf,
  suspensionColumns,
  suspensionOf,
} from './organizations.ts';
import type { ManagedOrganization, NewInvitation } from './people-store.ts';

function* readFacts(numbers: readonly number[]): Program<readonly ManagedOrganization[]> {
  const rows = yield* run(
    `SELECT ${organizationColumns}, ${suspensionColumns}, migrations,
       (SELECT count(*) FROM members WHERE organization = organizations.number) AS members,
       (SELECT count(*) FROM api_keys WHERE organization = organizations.number AND revoked IS NULL) AS keys
     FROM organizations
     LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
     LEFT JOIN suspended_organizations ON suspended_organizations.organization = organizations.number
     WHERE organizations.number IN (${numbers.join(', ')})`,
  );
  const factsOf = new Map(
    rows.map((row) => [
      Number(row['number']),
      {
        ...organizationOf(row),
        suspended: suspensionOf(row),
        members: Number(row['members']),
        keys: Number(row['keys']),
        migrations: Number(row['migrations']),
      },
    ]),
  );
  return numbers.flatMap((number) => factsOf.get(number) ?? []);
}

/** Organizations as instance administrators and the command line manage them. The caller checks permission. */
export const managedOrganizationPrograms = {
  /** Returns a page of the organizations whose name contains `search`, or whose ID equals it, sorted by name. */
  *list(
    search: string,
    page: number,
    pageSize: number,
  ): Program<{ readonly organizations: readonly ManagedOrganization[]; readonly total: number }> {
    const searched = comparableName(search);
    const matches = (yield* run('SELECT number, id, name FROM organizations'))
      .map((row) => ({
        number: Number(row['number']),
        id: String(row['id']),
        name: comparableName(String(row['name'])),
      }))
      .filter(({ id, name }) => name.includes(searched) || id === searched)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    const shown = matches.slice((page - 1) * pageSize, page * pageSize).map(({ number }) => number);
    return { organizations: shown.length === 0 ? [] : yield* readFacts(shown), total: matches.length };
  },
  /** Finds an organization by its ID or its exact name. */
  *find(idOrName: string): Program<ManagedOrganization | undefined> {
    const row = yield* first('SELECT number FROM organizations WHERE id = $1 OR name = $1 ORDER BY id = $1 DESC', [
      idOrName,
    ]);
    return row && (yield* readFacts([Number(row['number'])]))[0];
  },
  /** Creates an organization with its first invitation. Undefined if an organization has this name. */
  *create(
    name: string,
    owner: Pick<NewInvitation, 'email' | 'tokenHash' | 'expires'> | undefined,
    actor: Actor,
    now: number,
  ): Program<ManagedOrganization | undefined> {
    if ((yield* findSimilarOrganization(name)) !== undefined) return undefined;
    const id = randomUUID();
    if (
      !(yield* hasRows('INSERT INTO organizations (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id', [
        id,
        name,
      ]))
    )
      return undefined;
    const number = Number((yield* first('SELECT number FROM organizations WHERE id = $1', [id]))?.['number']);
    yield* auditIn(number, { action: 'organization.create', ...actor, details: { name } }, now);
    if (owner !== undefined) yield* addInvitation(number, { ...owner, role: 'owner' }, actor, now);
    return (yield* readFacts([number]))[0];
  },
  /** Returns false if another organization has this name. */
  *rename({ number, name: from }: ManagedOrganization, to: string, actor: Actor, now: number): Program<boolean> {
    yield* hold(number);
    const similar = (yield* hasOrganization(to)) ? to : yield* findSimilarOrganization(to);
    if (similar !== undefined && similar !== from) return false;
    yield* run('UPDATE organizations SET name = $2 WHERE number = $1', [number, to]);
    yield* auditIn(number, { action: 'organization.rename', ...actor, details: { from, to } }, now);
    return true;
  },
  /** Stops keys, modal, webhooks and changes by members. */
  *suspend({ number }: ManagedOrganization, reason: string, actor: Actor, now: number): Program<void> {
    yield* hold(number);
    yield* run('DELETE FROM suspended_organizations WHERE organization = $1', [number]);
    yield* insert('suspended_organizations', { organization: number, since: now, reason });
    yield* auditIn(number, { action: 'organization.suspend', ...actor, details: { reason } }, now);
  },
  /** Returns false if the organization isn't suspended. */
  *resume({ number }: ManagedOrganization, actor: Actor, now: number): Program<boolean> {
    const sql = 'DELETE FROM suspended_organizations WHERE organization = $1 RETURNING organization';
    if (!(yield* hasRows(sql, [number]))) return false;
    yield* auditIn(number, { action: 'organization.resume', ...actor }, now);
    return true;
  },
  isSuspended: (organization: number): Program<boolean> =>
    hasRows('SELECT since FROM suspended_organizations WHERE organization = $1', [organization]),
};

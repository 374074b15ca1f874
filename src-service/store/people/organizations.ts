import { randomUUID } from 'node:crypto';
import type { ChangeAuthor } from '../base/actor.ts';
import type { OrganizationFacts, Suspension } from './people-store.ts';
import { auditIn, first, hasRows, isoTime, type Program, type Row, run } from '../base/program.ts';

export const organizationOf = (row: Row): OrganizationFacts => ({
  number: Number(row['number']),
  id: String(row['organization_id']),
  name: String(row['organization_name']),
  production: row['production'] !== null,
});

export const organizationColumns =
  'organizations.number, organizations.id AS organization_id, organizations.name AS organization_name, production_organizations.organization AS production';

export const suspensionColumns =
  'suspended_organizations.since AS suspended_since, suspended_organizations.reason AS suspended_reason';

export const suspensionOf = (row: Row): Suspension | null =>
  row['suspended_since'] === null
    ? null
    : { since: isoTime(row['suspended_since']), reason: String(row['suspended_reason']) };

/** Serializes concurrent changes of an organization. False if the organization doesn't exist. */
export const lockOrganization = (organization: number): Program<boolean> =>
  hasRows('UPDATE organizations SET name = name WHERE number = $1 RETURNING number', [organization]);

/** Returns the number of the organization with this name, created if needed. By default, the seeded organization. */
export function* organizationNumber(wanted: string | number | undefined): Program<number> {
  if (typeof wanted === 'number') return wanted;
  if (wanted === undefined) {
    return Number((yield* first('SELECT number FROM organizations ORDER BY number LIMIT 1'))?.['number']);
  }
  const id = randomUUID();
  yield* run('INSERT INTO organizations (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [id, wanted]);
  return Number((yield* first('SELECT number FROM organizations WHERE name = $1', [wanted]))?.['number']);
}

export const hasOrganization = (name: string): Program<boolean> =>
  hasRows('SELECT number FROM organizations WHERE name = $1', [name]);

export const comparableName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Compares names in this process, because the stores lower-case different sets of letters. */
export function* findSimilarOrganization(name: string): Program<string | undefined> {
  if (yield* hasOrganization(name)) return undefined;
  const rows = yield* run('SELECT name FROM organizations ORDER BY number');
  return rows.map((row) => String(row['name'])).find((known) => comparableName(known) === comparableName(name));
}

export const setOrganizationFlag = (
  table: 'production_organizations' | 'second_factor_organizations',
  organization: number,
  isSet: boolean,
): Program<readonly Row[]> =>
  run(
    isSet
      ? `INSERT INTO ${table} (organization) VALUES ($1) ON CONFLICT (organization) DO NOTHING`
      : `DELETE FROM ${table} WHERE organization = $1`,
    [organization],
  );

export function* setProduction(organization: number, production: boolean, author: ChangeAuthor): Program<void> {
  yield* setOrganizationFlag('production_organizations', organization, production);
  yield* auditIn(organization, { action: 'organization.change', details: { production } }, author);
}

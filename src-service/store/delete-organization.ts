import type { ChangeAuthor } from './base/actor.ts';
import { auditIn, type Dialect, type Program, run } from './base/program.ts';
import { endMembership } from './people/members.ts';
import { lockOrganization } from './people/organizations.ts';
import type { ManagedOrganization } from './people/people-store.ts';

/** Rows per transaction, so that other writers don't wait long. */
const rowsPerBatch = 1_000;

const placed = ['modals', 'runs', 'migrations', 'companies', 'events'] as const;
const copiesSql = 'migration IN (SELECT migration FROM copies WHERE organization = $1)';
const keysSql = 'key_id IN (SELECT id FROM api_keys WHERE organization = $1)';

/** Tables with their keys and, unless the organization is a column, the condition. SQLite's references come first. */
export const organizationTables = ({
  key,
  of,
  ownTables,
}: Dialect): readonly (readonly [table: string, key: string, where?: string])[] => [
  ['activity', 'organization, position, number'],
  ['modal_sessions', 'organization, position'],
  ...placed.map((table) => [table, key(table), of(table)] as const),
  ['copied_items', 'migration, collection, item', copiesSql],
  ['copies', 'migration'],
  ['last_writes', 'organization, account, destination, collection, item'],
  ['pair_leases', 'organization, account, destination'],
  ['webhook_attempts', 'organization, delivery, number'],
  ['webhook_deliveries', 'organization, number'],
  ['webhook_endpoints', 'organization, id'],
  ['hosted_links', 'organization, id'],
  ['link_tokens', 'hash'],
  ['access_tokens', 'hash'],
  ['api_key_uses', 'key_id', keysSql],
  ['api_keys', 'id'],
  ['invitations', 'organization, invitation'],
  ...[
    'webhook_cursors',
    'event_heads',
    'brands',
    'production_organizations',
    'second_factor_organizations',
    ...ownTables,
  ].map((table) => [table, 'organization'] as const),
];

function* deleteBatch(
  [table, key, where = 'organization = $1']: ReturnType<typeof organizationTables>[number],
  organization: number,
): Program<number> {
  const { length } = yield* run(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rowsPerBatch}) RETURNING 1`,
    [organization],
  );
  return length;
}

/** Deletes up to 1,000 rows of a table, given by its index. Returns their number, so that the caller repeats it. */
export function* deleteRows(dialect: Dialect, organization: number, index: number): Program<number> {
  const table = organizationTables(dialect)[index];
  return table === undefined ? 0 : yield* deleteBatch(table, organization);
}

/** Deletes what was added since the last `deleteRows`, the members, and the organization. False if it doesn't exist. */
export function* endOrganization(
  dialect: Dialect,
  { number, name, members, keys, migrations }: ManagedOrganization,
  author: ChangeAuthor,
): Program<boolean> {
  if (!(yield* lockOrganization(number))) return false;
  for (const table of organizationTables(dialect)) while ((yield* deleteBatch(table, number)) > 0);
  // All instances lock users in the same order, which prevents deadlocks.
  const memberRows = yield* run<{ person: string }>(
    'SELECT person FROM members WHERE organization = $1 ORDER BY person',
    [number],
  );
  for (const { person } of memberRows) yield* endMembership(number, person);
  const details = { name, members, keys, migrations };
  yield* auditIn(number, { action: 'organization.delete', details }, author);
  yield* run('DELETE FROM suspended_organizations WHERE organization = $1', [number]);
  yield* run('DELETE FROM organizations WHERE number = $1', [number]);
  return true;
}

import type { Actor } from './base/actor.ts';
import { auditIn, type Dialect, type Program, run } from './base/program.ts';
import { hold } from './people/organizations.ts';
import { endMembership, listMembers } from './people/members.ts';
import type { ManagedOrganization } from './people/people-store.ts';

export interface DeletionDialect extends Dialect {
  /** Tables that only this store has. Their rows have an organization. */
  readonly ownTables: readonly string[];
}

/** Rows per transaction and table, so that other writers don't wait long. */
const rowsPerBatch = 1_000;

const placed = ['modals', 'runs', 'migrations', 'companies', 'events'] as const;
const copiesSql = 'migration IN (SELECT migration FROM copies WHERE organization = $1)';
const keysSql = 'key_id IN (SELECT id FROM api_keys WHERE organization = $1)';

/** Tables with their keys and, unless the organization is a column, the condition. SQLite's references come first. */
const tables = ({
  key,
  of,
  ownTables,
}: DeletionDialect): readonly (readonly [table: string, key: string, where?: string])[] => [
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

/** Deletes up to 1,000 rows of the first table that has rows. Returns their number, so that the caller repeats it. */
export function* deleteRows(dialect: DeletionDialect, organization: number): Program<number> {
  for (const [table, key, where = 'organization = $1'] of tables(dialect)) {
    const { length } = yield* run(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rowsPerBatch}) RETURNING 1`,
      [organization],
    );
    if (length > 0) return length;
  }
  return 0;
}

/** Deletes what was added since the last `deleteRows`, the members, and the organization. */
export function* endOrganization(
  dialect: DeletionDialect,
  { number, name, members, keys, migrations }: ManagedOrganization,
  actor: Actor,
  now: number,
): Program<void> {
  yield* hold(number);
  while ((yield* deleteRows(dialect, number)) > 0);
  for (const { id } of yield* listMembers(number)) yield* endMembership(number, id);
  const details = { name, members, keys, migrations };
  yield* auditIn(number, { action: 'organization.delete', ...actor, details }, now);
  yield* run('DELETE FROM suspended_organizations WHERE organization = $1', [number]);
  yield* run('DELETE FROM organizations WHERE number = $1', [number]);
}

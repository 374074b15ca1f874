import { activityTables } from './activity-store.ts';
import type { Dialect } from './base/program.ts';
import { copyTables } from './copied-items.ts';
import { hostedLinkTables } from './hosted-link-store.ts';
import { pairLeaseTables } from './pair-leases.ts';
import { auditIndexes, peopleTables } from './people-schema.ts';
import { receiptTables } from './receipt-key-store.ts';
import { webhookTables } from './webhooks/tables.ts';

type Long = 'bigint' | 'INTEGER';

/** Columns of older tables. Not named `expires`: statements of earlier versions would find that name in two tables. */
export const newColumns = (long: Long): readonly string[] => [
  'ALTER TABLE link_tokens ADD COLUMN bound text;',
  'ALTER TABLE access_tokens ADD COLUMN bound text;',
  `ALTER TABLE migrations ADD COLUMN sequence integer NOT NULL DEFAULT 0;
   ALTER TABLE migrations ADD COLUMN metadata text;`,
  `ALTER TABLE api_keys ADD COLUMN ends ${long};
   ALTER TABLE api_keys ADD COLUMN addresses text;`,
];

/** Tables of both stores since the events. */
export const sharedTables = (
  long: Long,
  { auditMember, requestId }: Pick<Dialect, 'auditMember' | 'requestId'>,
): string =>
  [
    webhookTables,
    peopleTables(long),
    auditIndexes(auditMember),
    copyTables,
    activityTables(requestId),
    pairLeaseTables,
    hostedLinkTables,
    receiptTables,
  ].join('');

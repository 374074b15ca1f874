import type { CopyPair } from './last-writes.ts';
import { hasRows, type Program, type Row, run } from './base/program.ts';

/** SQL of both stores. A row means that the migration may copy between the two accounts until `held_until`. */
export const pairLeaseTables = `
  CREATE TABLE pair_leases (
    organization bigint NOT NULL,
    account text NOT NULL,
    destination text NOT NULL,
    migration text NOT NULL,
    held_until bigint NOT NULL,
    PRIMARY KEY (organization, account, destination)
  );
`;

export const takePairLease = (
  { organization, account, destination, migrationId }: CopyPair & { readonly migrationId: string },
  now: number,
  until: number,
): Program<boolean> =>
  hasRows(
    `INSERT INTO pair_leases (organization, account, destination, migration, held_until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization, account, destination) DO UPDATE
     SET migration = excluded.migration, held_until = excluded.held_until
     WHERE pair_leases.migration = excluded.migration OR pair_leases.held_until <= $6
     RETURNING migration`,
    [organization, account, destination, migrationId, until, now],
  );

export const forgetPairLeases = (now: number): Program<readonly Row[]> =>
  run('DELETE FROM pair_leases WHERE held_until <= $1', [now]);

import { useMemo } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useDetails, withDetails } from '../../api/migrations.ts';
import type { Rows } from '../../components/listing/list-definition.ts';

type MigrationRows = Rows<ListedMigration> | undefined;

/** The rows of a page with what came to be known of them since they were read. */
export const useKnownMigrations = (rows: MigrationRows): MigrationRows => {
  const read = useMemo(() => rows?.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) ?? [], [rows]);
  const details = useDetails(read);
  return useMemo(
    () => rows?.map((row) => (row.kind === 'row' ? { ...row, value: withDetails(row.value, details) } : row)),
    [rows, details],
  );
};

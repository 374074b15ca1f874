import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';

/** A row by the names of the interface (specification, "Migration"), as this console read it. */
export const migrationJson = ({ id, created, status, createdByUserId, companyId }: MigrationRow): string =>
  JSON.stringify(
    { object: 'migration', id, created, status, created_by_user_id: createdByUserId, company_id: companyId },
    null,
    2,
  );

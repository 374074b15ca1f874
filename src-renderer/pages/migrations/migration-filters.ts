import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { boundsOf, isWithin, parseCreated } from '../../components/listing/created-range.ts';
import type { MigrationFilters } from './migrations-search.ts';

const oneOf = (chosen: readonly string[], value: string | null): boolean =>
  chosen.length === 0 || chosen.includes(value ?? '');

/** How many filters narrow the rows. */
export const activeFilters = ({ status, company, user, created }: MigrationFilters): number =>
  [status.length, company.length, user.length, created === null ? 0 : 1].filter((each) => each > 0).length;

/** Whether a row passes every filter; null where none is set. Days are those of this computer. */
export const migrationMatcher = (
  filters: MigrationFilters,
  now: Date,
): ((migration: MigrationRow) => boolean) | null => {
  if (activeFilters(filters) === 0) return null;
  const created = parseCreated(filters.created);
  const bounds = created && boundsOf(created, now);
  return (migration) =>
    oneOf(filters.status, migration.status) &&
    oneOf(filters.company, migration.companyId) &&
    oneOf(filters.user, migration.createdByUserId) &&
    (bounds === null || isWithin(migration.created, bounds));
};

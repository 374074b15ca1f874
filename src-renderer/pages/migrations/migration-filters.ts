import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { boundsOf, isWithin, parseCreated } from '../../components/listing/filters/created-range.ts';

/** What narrows the rows; an empty list, an empty text and null narrow nothing. */
export interface MigrationFilters {
  /** Part of an id, a company's name or a user. */
  readonly text: string;
  readonly status: readonly string[];
  /** Ids; the empty text stands for "no company". */
  readonly company: readonly string[];
  readonly user: readonly string[];
  /** As `parseCreated` reads it. */
  readonly created: string | null;
}

const folded = (text: string): string => text.trim().toLocaleLowerCase();
const oneOf = (chosen: readonly string[], value: string | null): boolean =>
  chosen.length === 0 || chosen.includes(value ?? '');

/** How many filters narrow the rows. */
export const activeFilters = ({ text, status, company, user, created }: MigrationFilters): number =>
  [text.trim().length, status.length, company.length, user.length, created === null ? 0 : 1].filter((each) => each > 0)
    .length;

/** Whether a row passes every filter; null where none is set. Days are those of this computer; case does not count. */
export const migrationMatcher = (
  filters: MigrationFilters,
  now: Date,
): ((migration: ListedMigration) => boolean) | null => {
  if (activeFilters(filters) === 0) return null;
  const created = parseCreated(filters.created);
  const bounds = created && boundsOf(created, now);
  const wanted = folded(filters.text);
  const hasText = ({ id, createdByUserId, companyName }: ListedMigration): boolean =>
    [id, createdByUserId, companyName].some((each) => each && folded(each).includes(wanted));
  return (migration) =>
    (wanted === '' || hasText(migration)) &&
    oneOf(filters.status, migration.status) &&
    oneOf(filters.company, migration.companyId) &&
    oneOf(filters.user, migration.createdByUserId) &&
    (bounds === null || isWithin(migration.created, bounds));
};

import type { Resource } from '#shared/migration-api/fields.ts';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { readCompany, readMigration } from '#shared/tolerant-reading/read-row.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import type { ApiCalls } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';

interface PageOfRows {
  readonly profileId: string;
  readonly rows: readonly MigrationRow[] | readonly CompanyRow[];
  readonly total: number | null;
}

interface PageRequest {
  readonly resource: Resource;
  readonly page: number;
  readonly pageSize: number;
}

export async function readPageOfRows(
  calls: ApiCalls,
  { resource, page, pageSize }: PageRequest,
  signal: AbortSignal,
  clock: Clock,
): Promise<Outcome<PageOfRows>> {
  const isMigrations = resource === 'migrations';
  const reply = await (isMigrations
    ? calls.listMigrations(page, pageSize, signal)
    : calls.listCompanies(page, pageSize, signal));
  if (!reply.ok) return reply;
  const readRow = isMigrations ? readMigration : readCompany;
  const listing = readListing<MigrationRow | CompanyRow>(reply.value.json, { page, pageSize }, readRow);
  if (!listing) return fail('unreadable_reply', clock.now(), { detail: 'The response contains no list.' });
  return succeed({
    profileId: reply.value.profileId,
    rows: listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) as PageOfRows['rows'],
    total: listing.total,
  });
}

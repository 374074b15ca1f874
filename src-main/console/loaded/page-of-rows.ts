import type { Resource } from '#shared/migration-api/fields.ts';
import { type Outcome, succeed } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { readCompany, readMigration } from '#shared/tolerant-reading/read-row.ts';
import type { ApiCalls } from '../api-client/api-client.ts';
import { readableRows, toListing } from '../api-client/listing-outcome.ts';
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
  const reply = await calls.list(resource, page, pageSize, signal);
  const readRow = resource === 'migrations' ? readMigration : readCompany;
  const listing = toListing<MigrationRow | CompanyRow>(reply, { page, pageSize }, readRow, clock);
  if (!listing.ok) return listing;
  const { profileId, rows, total } = listing.value;
  return succeed({ profileId, rows: readableRows(rows) as PageOfRows['rows'], total });
}

import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ParsedArgsOf } from '#shared/console-contract/types.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { Loads } from '../loaded/loads.ts';
import { readPageOfRows } from '../loaded/page-of-rows.ts';

export type ExportRequest = ParsedArgsOf<Calls['exports']['start']>;

export interface NamedRows {
  readonly rows: readonly (MigrationRow | CompanyRow)[] | null;
  readonly ids: readonly string[] | null;
}
const unnamed: NamedRows = { rows: null, ids: null };

interface RowsPorts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly loads: Loads;
  readonly profileId: string;
}

export async function resolveExportRows(
  { api, clock, loads, profileId }: RowsPorts,
  { scope, resource, page, pageSize, chosen }: ExportRequest,
  signal: AbortSignal,
): Promise<Outcome<NamedRows>> {
  const { rows } = loads.state(resource);
  switch (scope) {
    case 'page':
      return mapOutcome(readPageOfRows(api, { resource, page, pageSize }, signal, clock), ({ rows: pageRows }) => ({
        ...unnamed,
        rows: pageRows,
      }));
    case 'chosen': {
      if (chosen && chosen.profileId !== profileId) return fail('service_changed', clock.now());
      if (!chosen || (chosen.rows.length === 0 && rows === 0)) return fail('nothing_to_export', clock.now());
      return succeed({ rows: chosen.rows, ids: chosen.ids });
    }
    case 'loaded':
      return rows > 0 ? succeed(unnamed) : fail('nothing_to_export', clock.now());
    case 'all':
      return succeed(unnamed);
  }
}

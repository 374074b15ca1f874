import { type AppError, createError, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ParsedArgsOf } from '#shared/console-contract/types.ts';
import { type ApiClient, readableRows } from '../api-client/api-client.ts';
import { whenAborted } from '../clock/abort-signals.ts';
import type { Clock } from '../clock/clock.ts';
import type { Loads } from '../loaded/loads.ts';

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
      return mapOutcome(api.list(resource, { page, pageSize }, signal), (listing) => ({
        ...unnamed,
        rows: readableRows<MigrationRow | CompanyRow>(listing.rows),
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

interface LoadForExport {
  readonly loads: Loads;
  readonly clock: Clock;
  readonly resource: Resource;
  readonly change: () => AppError | null;
  readonly onRows: (rows: number, total: number | null) => void;
}

const progressMs = 250;

export async function loadAllRows(load: LoadForExport, signal: AbortSignal): Promise<AppError | null> {
  const { loads, clock, resource, change, onRows } = load;
  const earlierChange = change();
  if (earlierChange) return earlierChange;
  const isStartedHere = ['none', 'cancelled', 'failed', 'complete'].includes(loads.state(resource).phase);
  const refusal = await startOrResume(loads, resource);
  if (refusal) return refusal;
  const cancelCheckTimer = setInterval(() => {
    if (change()) return;
    const { rows, total } = loads.state(resource);
    onRows(rows, total);
  }, progressMs);
  await Promise.race([loads.settled(resource), whenAborted(signal)]);
  clearInterval(cancelCheckTimer);
  const changeError = change();
  if (changeError) return changeError;
  const { phase, problem } = loads.state(resource);
  if (phase === 'complete' && !signal.aborted) return null;
  if (signal.aborted && isStartedHere) loads.cancel(resource);
  return problem ?? createError('cancelled', clock.now());
}

async function startOrResume(loads: Loads, resource: Resource): Promise<AppError | null> {
  const { phase, rows } = loads.state(resource);
  if (phase === 'complete' && rows > 0) loads.topUp(resource);
  else if (phase === 'paused' || phase === 'cancelled' || phase === 'failed') loads.resume(resource);
  else if (phase === 'none' || phase === 'complete') {
    const startResult = await loads.start(resource);
    if (!startResult.ok) return startResult.error;
  }
  return null;
}

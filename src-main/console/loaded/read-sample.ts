import { type Outcome, succeed } from '#shared/app-error.ts';
import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import { readPageOfRows } from './page-of-rows.ts';

export interface SamplePorts {
  readonly clock: Clock;
  readonly api: ApiClient;
  /** Told of the migrations and of the total that came. */
  readonly onSample: (profileId: string, rows: readonly MigrationRow[], total: number | null) => void;
}

/** The first migrations of the service, for an overview before anything is loaded. */
export interface Sample {
  readonly rows: readonly MigrationRow[];
  readonly total: number | null;
  /** ISO 8601. */
  readonly readAt: string;
}

/** One request. */
export async function readSample(ports: SamplePorts, signal: AbortSignal): Promise<Outcome<Sample>> {
  const { clock, api } = ports;
  const asked = { resource: 'migrations', page: 1, pageSize: loadedLimits.pageSize } as const;
  const read = await readPageOfRows(api, asked, signal, clock);
  if (!read.ok) return read;
  const rows = read.value.rows as readonly MigrationRow[];
  ports.onSample(read.value.profileId, rows, read.value.total);
  return succeed({ rows, total: read.value.total, readAt: clock.now().toISOString() });
}

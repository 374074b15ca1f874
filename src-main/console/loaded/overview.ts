import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { loadedLimits, type Overview } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { Loads } from './loads.ts';
import { readPageOfRows } from './page-of-rows.ts';

export interface OverviewPorts {
  readonly clock: Clock;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly loads: Loads;
  readonly activeId: () => string;
  readonly preferences: () => Preferences;
  readonly attention: () => AttentionTerms;
  readonly onSample: (profileId: string, rows: readonly MigrationRow[], total: number | null) => void;
}

interface Sample {
  readonly rows: readonly MigrationRow[];
  readonly total: number | null;
  /** ISO 8601. */
  readonly readAt: string;
}

/** Counts the loaded migrations. If none are loaded, counts a sample of one request. */
export async function readOverview(ports: OverviewPorts, signal: AbortSignal): Promise<Outcome<Overview>> {
  const { clock, data, loads, activeId, attention } = ports;
  const profileId = activeId();
  const state = loads.state('migrations');
  const sample = state.rows > 0 ? null : await readSample(ports, signal);
  if (sample && !sample.ok) return sample;
  const ask = { ...attention(), profileId, sample: sample ? sample.value.rows : null };
  const overviewResult = await data.call('overview', ask, { signal });
  if (!overviewResult.ok) return overviewResult;
  if (activeId() !== profileId) return fail('cancelled', clock.now());
  if (sample) {
    const { rows, total, readAt } = sample.value;
    const source = rows.length > 0 ? 'sample' : 'none';
    return succeed({ ...overviewResult.value, profileId, source, total, to: readAt });
  }
  const to = state.toppedUpAt ?? state.finishedAt ?? clock.now().toISOString();
  return succeed({ ...overviewResult.value, profileId, source: 'loaded', total: state.total, to });
}

async function readSample({ clock, api, onSample }: OverviewPorts, signal: AbortSignal): Promise<Outcome<Sample>> {
  const firstPage = { resource: 'migrations', page: 1, pageSize: loadedLimits.pageSize } as const;
  const result = await readPageOfRows(api, firstPage, signal, clock);
  if (!result.ok) return result;
  const { profileId, total } = result.value;
  const rows = result.value.rows as readonly MigrationRow[];
  onSample(profileId, rows, total);
  return succeed({ rows, total, readAt: clock.now().toISOString() });
}

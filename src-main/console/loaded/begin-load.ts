import { randomUUID } from 'node:crypto';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createLoad, type Load } from './load/load.ts';
import { createHandOver } from './page-handover.ts';

/** What the request log calls the requests of a load. */
export const loadLabels: Record<LoadedResource, string> = {
  migrations: 'Load all',
  companies: 'Load all companies',
};

export interface BeginLoadPorts {
  readonly clock: Clock;
  readonly api: ApiClient;
  readonly data: DataProcess;
}

interface BeginLoadOptions extends RowsPlace {
  /** Rows that there will be; null where nobody knows. */
  readonly expected: number | null;
  readonly requestLimit: number;
  readonly onChange: () => void;
}

/** Makes room for the rows of a place, whose earlier rows go, and gives the load that fills it. It does not run yet. */
export async function beginLoad(ports: BeginLoadPorts, options: BeginLoadOptions): Promise<Outcome<Load>> {
  const { clock, api, data } = ports;
  const { profileId, resource, expected, requestLimit, onChange } = options;
  const place = { profileId, resource, load: randomUUID() };
  const begun = await data.call('beginRows', { ...place, expected });
  if (!begun.ok) return begun;
  const pages = api.pagesInBulk(loadLabels[resource]);
  const handOver = createHandOver(data, clock, place);
  const { pageSize } = loadedLimits;
  const load = createLoad({
    clock,
    requestLimit,
    fetchPage: async (page, signal) => {
      const reply = await pages.get(resource, page, pageSize, signal);
      return reply.ok ? succeed(reply.value.text) : reply;
    },
    keep: async (page, text, { before, isAwaited }) => {
      const kept = await handOver({ page, pageSize, at: clock.now().getTime(), text, before }, isAwaited);
      if (!kept.ok) return kept;
      pages.compared(resource, kept.value.drift);
      if (kept.value.ok) return succeed(kept.value);
      return fail('unreadable_reply', clock.now(), { detail: kept.value.problem });
    },
    onChange,
  });
  return succeed(load);
}

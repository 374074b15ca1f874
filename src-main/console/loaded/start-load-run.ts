import type { Resource } from '#shared/migration-api/fields.ts';
import { randomUUID } from 'node:crypto';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { loadedLimits } from '#shared/console-contract/loaded-calls.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { PageToStore, KeptPage } from '#shared/data-messages/page-messages.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { createLoad, type Load } from './load/load.ts';

export const loadLabels: Record<Resource, string> = {
  migrations: 'Load all',
  companies: 'Load all companies',
};

export type LoadRunPorts = Pick<BaseTopics, 'clock' | 'api' | 'data'>;

interface StartLoadOptions extends RowsPlace {
  readonly onChange: () => void;
}

export async function startLoadRun(ports: LoadRunPorts, options: StartLoadOptions): Promise<Outcome<Load>> {
  const { clock, api, data } = ports;
  const { profileId, resource, onChange } = options;
  const place = { profileId, resource, load: randomUUID() };
  const startResult = await data.call('beginRows', place);
  if (!startResult.ok) return startResult;
  const pages = api.pagesInBulk(loadLabels[resource]);
  const handOver = createHandOver(ports, place);
  const { pageSize } = loadedLimits;
  const load = createLoad({
    clock,
    fetchPage: (page, signal) => mapOutcome(pages.get(resource, { page, pageSize }, signal), ({ text }) => text),
    keep: async (page, text, { before, isAwaited }) => {
      const outcome = await handOver({ page, pageSize, at: clock.now().getTime(), text, before }, isAwaited);
      if (!outcome.ok) return outcome;
      pages.compared(resource, outcome.value.drift);
      if (outcome.value.ok) return succeed(outcome.value);
      return fail('unreadable_reply', clock.now(), { detail: outcome.value.problem });
    },
    onChange,
  });
  return succeed(load);
}

/**
 * Sends several pages in one message, because each message costs more than a page. `isAwaited` sends the page
 * immediately.
 */
type HandOver = (page: PageToStore, isAwaited: boolean) => Promise<Outcome<KeptPage>>;

/** Maximum pages per message, and maximum ms that the first page waits for further pages. */
const maxPagesPerMessage = 8;
const waitMs = 5;

function createHandOver({ data, clock }: LoadRunPorts, place: RowsPlace & { readonly load: string }): HandOver {
  let pendingPages: { readonly page: PageToStore; readonly settle: (outcome: Outcome<KeptPage>) => void }[] = [];
  let timer: NodeJS.Timeout | null = null;

  const sendAll = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = pendingPages;
    pendingPages = [];
    const outcome = await data.call('keepPages', { ...place, pages: batch.map(({ page }) => page) });
    const rowsLostError = fail('rows_lost', clock.now());
    batch.forEach(({ settle }, at) => {
      const keptPage = outcome.ok ? outcome.value?.[at] : undefined;
      if (keptPage) settle(succeed(keptPage));
      else settle(outcome.ok ? rowsLostError : outcome);
    });
  };
  return (page, isAwaited) =>
    new Promise((settle) => {
      pendingPages.push({ page, settle });
      if (isAwaited || pendingPages.length >= maxPagesPerMessage) void sendAll();
      else timer ??= setTimeout(() => void sendAll(), waitMs);
    });
}

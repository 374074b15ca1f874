import type { BenchWindow } from './open-window.ts';

/** What the pages are told is loaded. */
export const madeCount = 1_000_000;

/** Answers of `loaded.state` and `loaded.window`, made from the number of a row. Self-contained: it runs in Electron, too. */
function answerOf(
  call: 'state' | 'window',
  asked: { resource: string; offset?: number; limit?: number },
  count: number,
) {
  const statuses = ['COMPLETE', 'WORKING', 'FAILED', 'PENDING_USER_INPUT', 'NOT_STARTED'];
  const at = '2026-11-20T14:32:00.000Z';
  if (call === 'state') {
    const value = {
      resource: asked.resource,
      profileId: 'sandbox',
      phase: 'complete',
      pausedBy: null,
      pausedAt: null,
      nextTryAt: null,
      isTopUp: false,
      rows: count,
      total: count,
      requests: { done: 10_000, planned: 10_000 },
      rowsPerSecond: null,
      remainingMs: null,
      startedAt: at,
      finishedAt: at,
      toppedUpAt: null,
      missing: 0,
      duplicates: 0,
      unreadable: 0,
      problem: null,
      version: 1,
    };
    return { ok: true, value };
  }
  const { offset = 0, limit = 100 } = asked;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_row, index) => {
    const number = offset + index;
    return {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      created: new Date(Date.parse(at) - number * 60_000).toISOString(),
      status: statuses[number % statuses.length],
      createdByUserId: `person-${number}@example.com`,
      companyId: `company-${number % 997}`,
      companyName: `Company number ${number % 997}`,
      provider: 'Ledgerline',
    };
  });
  const window = { resource: 'migrations', profileId: 'sandbox', version: 1, loaded: count, matched: count };
  return { ok: true, value: { ...window, offset, rows } };
}

/** Puts made rows in the place of the data process's, at the door of the host: a million rows without a fetch. */
export async function serveMadeRows({ page, electron }: BenchWindow): Promise<void> {
  if (!electron) {
    await page.route(/\/calls\/loaded\/(state|window)$/, (route) => {
      const call = route.request().url().endsWith('state') ? 'state' : 'window';
      return route.fulfill({ json: answerOf(call, route.request().postDataJSON(), madeCount) });
    });
    return;
  }
  await electron.evaluate(
    ({ ipcMain }, { source, count }) => {
      // The function crosses as its text: the trusted process shares no code with a benchmark.
      const answer = new Function(`return ${source}`)() as (call: string, asked: unknown, rows: number) => unknown;
      for (const call of ['state', 'window']) {
        ipcMain.removeHandler(`loaded:${call}`);
        ipcMain.handle(`loaded:${call}`, (_event, _callId, asked) => answer(call, asked, count));
      }
    },
    { source: answerOf.toString(), count: madeCount },
  );
}

import { expect, test } from 'vitest';
import { type AppErrorCode, appErrorCodes, canPass } from '#shared/app-error-codes.ts';
import { fail, succeed } from '#shared/app-error.ts';
import { systemClock } from '../../clock/clock.ts';
import { createLoad } from './load.ts';
import { answerTo } from './reduce-load.ts';

const total = 250;

const idsOf = (page: number): string[] =>
  Array.from({ length: page === 3 ? 50 : 100 }, (_, row) => String(page * 1_000 + row));

/** Waits for this many microtask ticks. */
async function turns(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await Promise.resolve();
}

/**
 * A load of three pages. Page 2 arrives after 20 microtask ticks, page 3 after the given number.
 * @param firstFailure the error of page 2's first attempt
 */
function loadWith(turnsOfPage3: number, firstFailure: AppErrorCode | null = null) {
  const known = new Set<string>();
  let failure = firstFailure;
  return createLoad({
    clock: systemClock,
    random: () => 0,
    fetchPage: async (page) => {
      await turns(page === 3 ? turnsOfPage3 : 20);
      if (page !== 2 || failure === null) return succeed(String(page));
      const code = failure;
      failure = null;
      return fail(code, systemClock.now());
    },
    keep: async (page) => {
      const ids = idsOf(page);
      const before = known.size;
      for (const id of ids) known.add(id);
      const added = known.size - before;
      const receivedCount = ids.length;
      const counts = { added, changed: 0, known: receivedCount - added, received: receivedCount, unreadable: 0, total };
      return succeed({ ok: true, ...counts, rows: known.size, version: known.size, drift: [] });
    },
    onChange: () => undefined,
  });
}

test('a load finishes whichever of its last two pages arrives first', { tags: '@C33' }, async () => {
  const loads = Array.from({ length: 40 }, (_, turnsOfPage3) => loadWith(turnsOfPage3));
  await Promise.race([Promise.all(loads.map((load) => load.run())), systemClock.sleep(15_000)]);
  expect(loads.map((load) => load.progress())).toEqual(
    loads.map(() => expect.objectContaining({ phase: 'complete', rows: total, missing: 0 })),
  );
});

test.each<AppErrorCode>(['sandbox_unavailable', 'unreadable_reply', 'rate_limited', 'service_failed'])(
  'a load resumes automatically after the transient error %s',
  { tags: ['@C33', '@F11'] },
  async (code) => {
    const load = loadWith(20, code);
    await Promise.race([load.run(), systemClock.sleep(15_000)]);
    expect(load.progress()).toMatchObject({ phase: 'complete', rows: total, missing: 0, problem: null });
  },
);

test('a load retries only after transient errors', { tags: '@C33' }, () => {
  for (const code of appErrorCodes) {
    const failed = fail(code, systemClock.now());
    const { kind } = failed.ok ? { kind: 'fail' } : answerTo(failed.error, 1, 0);
    expect([code, kind]).toEqual([code, canPass(code) ? 'wait' : 'fail']);
  }
});

const unstoredPage = {
  ok: true,
  added: 0,
  changed: 0,
  known: 0,
  rows: 0,
  version: 0,
  unreadable: 0,
  drift: [],
} as const;

test("requests aborted by a cancel don't end a load that resumes immediately", { tags: ['@C33', '@F11'] }, async () => {
  const load = createLoad({
    clock: systemClock,
    fetchPage: async (_page, signal) => {
      await systemClock.sleep(5, signal);
      // A cancelled request ends a few ticks later.
      await turns(50);
      return signal.aborted ? fail('cancelled', systemClock.now()) : succeed('');
    },
    keep: async () => succeed({ ...unstoredPage, received: 0, total: 0 }),
    onChange: () => undefined,
  });
  void load.run();
  load.cancel(null);
  await load.run();
  expect(load.progress()).toMatchObject({ phase: 'complete', problem: null });
});

test(
  'a failed load keeps its error when a page of a concurrent request arrives late',
  { tags: ['@C33', '@F11'] },
  async () => {
    const load = createLoad({
      clock: systemClock,
      fetchPage: async (page) => {
        await systemClock.sleep(page === 2 ? 1 : 10);
        return page === 2 ? fail('unauthorized', systemClock.now()) : succeed('');
      },
      keep: async () => succeed({ ...unstoredPage, added: 100, received: 100, total: 300 }),
      onChange: () => undefined,
    });
    await load.run();
    await systemClock.sleep(50);
    expect(load.progress()).toMatchObject({ phase: 'failed', problem: { code: 'unauthorized' } });
  },
);

test(
  "if the load's port rejects, the load fails and the program keeps running",
  { tags: ['@C33', '@F11'] },
  async () => {
    const load = createLoad({
      clock: systemClock,
      fetchPage: async () => succeed(''),
      keep: () => Promise.reject(new Error('broken')),
      onChange: () => undefined,
    });
    await load.run();
    expect(load.progress()).toMatchObject({ phase: 'failed', problem: { code: 'internal' } });
  },
);

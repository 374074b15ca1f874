import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { systemClock } from '../clock.ts';
import { createLoad } from './load.ts';

const total = 250;

const idsOf = (page: number): string[] =>
  Array.from({ length: page === 3 ? 50 : 100 }, (_, row) => String(page * 1_000 + row));

/** Waits for so many turns of the microtask queue. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** A load of three pages; page 3 comes so many turns after it was asked for, page 2 twenty. */
function loadWith(turnsOfPage3: number) {
  const known = new Set<string>();
  return createLoad({
    clock: systemClock,
    requestLimit: 100,
    fetchPage: async (page) => {
      await turns(page === 3 ? turnsOfPage3 : 20);
      return succeed(String(page));
    },
    keep: async (page) => {
      const ids = idsOf(page);
      const before = known.size;
      for (const id of ids) known.add(id);
      const added = known.size - before;
      const received = ids.length;
      const counts = { added, changed: 0, known: received - added, received, unreadable: 0, total };
      return succeed({ ok: true, ...counts, rows: known.size, version: known.size, drift: [] });
    },
    onChange: () => undefined,
  });
}

test('C33 a load ends, whichever of its last two pages comes first, and however close the other follows', async () => {
  const loads = Array.from({ length: 40 }, (_, turnsOfPage3) => loadWith(turnsOfPage3));
  await Promise.race([Promise.all(loads.map((load) => load.run())), systemClock.sleep(2_000)]);
  expect(loads.map((load) => load.progress())).toEqual(
    loads.map(() => expect.objectContaining({ phase: 'complete', rows: total, missing: 0 })),
  );
});

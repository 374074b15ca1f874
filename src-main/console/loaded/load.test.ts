import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { systemClock } from '../clock.ts';
import { createLoad } from './load.ts';

const total = 250;

const rowsOf = (page: number): MigrationRow[] =>
  Array.from({ length: page === 3 ? 50 : 100 }, (_, row) => ({
    id: `00000000-0000-4000-8000-${String(page * 1_000 + row).padStart(12, '0')}`,
    created: null,
    status: 'COMPLETE',
    createdByUserId: null,
    companyId: null,
  }));

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
    readPage: async (page) => {
      await turns(page === 3 ? turnsOfPage3 : 20);
      const rows = rowsOf(page);
      return succeed({ profileId: 'own', rows, received: rows.length, total });
    },
    keep: async (rows) => {
      const before = known.size;
      for (const { id } of rows) known.add(id);
      const added = known.size - before;
      return succeed({ added, changed: 0, known: rows.length - added, rows: known.size, version: known.size });
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

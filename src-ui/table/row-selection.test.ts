import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noSelection, type RowSelection, type SelectionEvent, selectionAfter } from './row-selection.ts';

const rows = Array.from({ length: 12 }, (_row, at) => `row-${at}`);
const between = (from: number, to: number): string[] => rows.slice(Math.min(from, to), Math.max(from, to) + 1);
const reach = (from: number, to: number): SelectionEvent => ({
  kind: 'reached',
  anchor: rows[from] ?? '',
  end: rows[to] ?? '',
  ids: between(from, to),
});
const after = (events: readonly SelectionEvent[], max = 100): RowSelection =>
  events.reduce((state, event) => selectionAfter(state, event, max), noSelection);
const idsOf = (events: readonly SelectionEvent[], max?: number): string[] => [...after(events, max).ids].sort();

const place = fc.nat(rows.length - 1);
const eventArbitrary: fc.Arbitrary<SelectionEvent> = fc.oneof(
  place.map((at) => ({ kind: 'toggled' as const, id: rows[at] ?? '' })),
  fc.tuple(place, place).map(([from, to]) => reach(from, to)),
  fc.subarray(rows).map((ids) => ({ kind: 'selectedAll' as const, list: 'all', ids })),
  fc.subarray(rows).map((ids) => ({ kind: 'removed' as const, ids })),
  fc.constant({ kind: 'cleared' as const }),
);

test('shrinking a Shift range deselects only rows that the range had added', { tags: '@C47' }, () => {
  fc.assert(
    fc.property(
      fc.array(eventArbitrary, { maxLength: 8 }),
      place,
      fc.array(place, { minLength: 1 }),
      (events, from, tos) => {
        const before = after([...events, { kind: 'toggled', id: rows[from] ?? '' }]);
        const reached = tos.reduce((state, to) => selectionAfter(state, reach(from, to), 100), before);
        const last = tos.at(-1) ?? 0;
        expect([...reached.ids].sort()).toEqual([...new Set([...before.ids, ...between(from, last)])].sort());
      },
    ),
  );
});

test('toggling a row twice changes nothing, and the selection never exceeds its maximum', { tags: '@C47' }, () => {
  fc.assert(
    fc.property(
      fc.array(eventArbitrary, { maxLength: 12 }),
      place,
      fc.integer({ min: 1, max: 12 }),
      (events, at, max) => {
        const id = rows[at] ?? '';
        const twice: SelectionEvent[] = [
          { kind: 'toggled', id },
          { kind: 'toggled', id },
        ];
        expect(idsOf([...events, ...twice])).toEqual(idsOf(events));
        expect(idsOf(events, max).length).toBeLessThanOrEqual(max);
      },
    ),
  );
});

test(
  'selecting all rows adds to the selection, which counts as complete until a row is deselected',
  { tags: '@C47' },
  () => {
    const whole = after([
      { kind: 'toggled', id: 'elsewhere' },
      { kind: 'selectedAll', list: 'failed ones', ids: rows },
    ]);
    expect([...whole.ids]).toEqual(['elsewhere', ...rows]);
    expect(whole.whole).toBe('failed ones');
    expect(selectionAfter(whole, { kind: 'toggled', id: rows[0] ?? '' }, 100).whole).toBeNull();
    expect([...selectionAfter(whole, { kind: 'removed', ids: rows }, 100).ids]).toEqual(['elsewhere']);
  },
);

import { expect, test } from 'vitest';
import { type DeliveriesEvent, newestPageView, reduceDeliveries } from './deliveries-view.ts';

const after = (...events: readonly DeliveriesEvent[]) => events.reduce(reduceDeliveries, newestPageView);
const older = (cursor: string) => ({ kind: 'older', cursor }) as const;

test('the delivery log pages in both directions, and a double click moves one page only', { tags: '@W13' }, () => {
  expect(after(older('75'), older('50')).cursors).toEqual(['75', '50']);
  expect(after(older('75'), older('75')).cursors).toEqual(['75']);
  expect(after(older('75'), older('50'), { kind: 'newer' }).cursors).toEqual(['75']);
  expect(after({ kind: 'newer' })).toEqual(newestPageView);
  expect(after(older('75'), older('50'), { kind: 'newest' })).toEqual(newestPageView);
});

test('one delivery is open at a time, and changing the page closes it', { tags: '@W13' }, () => {
  const open = { kind: 'toggled', id: 'dlv_1' } as const;
  expect(after(open).open).toBe('dlv_1');
  expect(after(open, open).open).toBeNull();
  expect(after(open, { kind: 'toggled', id: 'dlv_2' }).open).toBe('dlv_2');
  expect(after(open, { kind: 'closed' }).open).toBeNull();
  for (const move of [older('75'), { kind: 'newer' }, { kind: 'newest' }] as const)
    expect(after(open, move).open).toBeNull();
});

import { expect, test } from 'vitest';
import { ageTone } from './key-age.tsx';
import { type ApiKey, isReplaced, keysOf, keysOverAge } from './key-list.ts';

const now = new Date('2026-11-20T14:32:00Z');
const createSample = (days: number, description: string, revoked: string | null = null): ApiKey => ({
  id: description,
  description,
  lastFour: 'b07e',
  production: true,
  scopes: ['read'],
  madeBy: 'Ada',
  created: new Date(now.getTime() - days * 86_400_000).toISOString(),
  lastUsed: null,
  revoked,
  expires: null,
  addresses: [],
});
const keys = [
  createSample(3, 'New'),
  createSample(97, 'Old'),
  createSample(120, 'Gone', '2026-11-01T00:00:00Z'),
  createSample(89, 'Soon'),
];
const names = (list: readonly ApiKey[]) => list.map(({ description }) => description);

test(
  'dashboard: keys are listed oldest first, with revoked keys apart, and found by description and last four characters',
  { tags: '@X24' },
  () => {
    expect(names(keysOf(keys, 'active', ''))).toEqual(['Old', 'Soon', 'New']);
    expect(names(keysOf(keys, 'revoked', ''))).toEqual(['Gone']);
    expect(names(keysOf(keys, 'active', ' SOO '))).toEqual(['Soon']);
    expect(names(keysOf(keys, 'active', 'b07e'))).toHaveLength(3);
    expect(names(keysOf(keys, 'active', 'none'))).toEqual([]);
  },
);

test(
  'dashboard: a key shows a reminder from day 76 and counts as old from day 90, unless it is revoked',
  { tags: '@X24' },
  () => {
    expect([75, 76, 89, 90].map(ageTone)).toEqual(['good', 'soon', 'soon', 'over']);
    expect(names(keysOverAge(keys, now))).toEqual(['Old']);
  },
);

test(
  'dashboard: a key replaced by a later valid key with the same description needs no rotation',
  { tags: '@X24' },
  () => {
    const before = createSample(97, 'Sync');
    const after = createSample(1, 'Sync');
    expect(isReplaced(before, [before, after])).toBe(true);
    expect(isReplaced(after, [before, after])).toBe(false);
    expect(isReplaced(before, [before, createSample(1, 'Sync', '2026-11-20T00:00:00Z')])).toBe(false);
    expect(isReplaced({ ...before, revoked: '2026-11-20T00:00:00Z' }, [before, after])).toBe(false);
    expect(isReplaced(before, [before, createSample(1, 'Another')])).toBe(false);
    expect(isReplaced(before, [before, { ...after, production: false }])).toBe(false);
    expect(isReplaced({ ...before, scopes: ['read', 'link'] }, [after])).toBe(false);
    expect(isReplaced(before, [{ ...after, scopes: ['read', 'link'] }])).toBe(true);
    expect(keysOverAge([before, after], now)).toEqual([]);
  },
);

import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreUnavailable } from '../store/base/unavailable.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { createUsedKeys } from './used-keys.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 3, companies: 1 });
});
afterEach(() => service.end());

const lastUse = async () => (await service.store.keys.list())[0]?.lastUsed;

test('the last use of a key is stored later if the store fails', { tags: '@X24' }, async () => {
  const [key] = await service.store.keys.list();
  let isAway = true;
  const { clock } = service.store;
  const markUsed: typeof service.store.keys.markUsed = async (...args) => {
    if (isAway) throw new StoreUnavailable('away');
    return service.store.keys.markUsed(...args);
  };
  const usedKeys = createUsedKeys({ clock, keys: { ...service.store.keys, markUsed } });
  usedKeys.add(key?.id ?? '');
  await expect(usedKeys.flush()).rejects.toThrow(StoreUnavailable);
  expect(await lastUse()).toBeNull();
  isAway = false;
  await usedKeys.flush();
  expect(Date.parse((await lastUse()) ?? '')).toBeCloseTo(await clock.now(), -5);
});

test("a late write doesn't replace the time of a later use", { tags: '@X24' }, async () => {
  const [{ id = '' } = {}] = await service.store.keys.list();
  for (const at of [5_000, 3_000]) await service.store.keys.markUsed([id], at);
  expect(await lastUse()).toBe('1970-01-01T00:00:05.000Z');
});

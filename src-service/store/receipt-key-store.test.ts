import { expect, test } from 'vitest';
import { openTestService } from '../testing/test-service.ts';

test('concurrent requests for the first receipt get one key, which stays', { tags: '@X32' }, async () => {
  const service = await openTestService({ migrations: 0, companies: 0 });
  const { receiptKeys } = service.store;
  const keys = await Promise.all(Array.from({ length: 8 }, () => receiptKeys.privateKey()));
  expect(new Set([...keys, await receiptKeys.privateKey()]).size).toBe(1);
  await service.end();
});

import { expect, test } from 'vitest';
import { createFerry } from './create-ferry.ts';

test('on a server, the SDK rejects with bad_target, and closing does nothing', { tags: '@S7' }, async () => {
  const ferry = createFerry('https://api.ferry.example');
  const refused = { name: 'FerryError', code: 'bad_target' };
  await expect(ferry.init()).rejects.toMatchObject(refused);
  const linkToken = 'a link token';
  await expect(ferry.startModal({ userId: 'ada@example.com', linkToken })).rejects.toMatchObject(refused);
  ferry.close();
  ferry.forget();
  expect(ferry.isOpen()).toBe(false);
});

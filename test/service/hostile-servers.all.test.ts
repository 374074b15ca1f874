import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileItems, hostileLists } from '#test/fixtures/service/hostile-dav-server.ts';
import { startAttackedService } from './attacked-service.ts';

describe.skipIf(process.platform !== 'linux')('other end users are served', { tags: '@X30' }, () => {
  let attacked: Awaited<ReturnType<typeof startAttackedService>>;
  beforeAll(async () => {
    attacked = await startAttackedService();
  });
  afterAll(() => attacked.end());
  beforeEach(() => attacked.hostile.reset());

  test.each(Object.entries(hostileLists))(
    'while a source sends %s',
    { tags: ['@T97', '@A6'] },
    async (name, answer) => {
      attacked.hostile.sendList(answer());
      await attacked.expectOthersServed(async () => {
        const modals = await Promise.all(Array.from({ length: 5 }, attacked.openFlow));
        for (let logins = 0; logins < 2; logins++)
          await Promise.all(modals.map((modal, index) => modal.logIn(`eve ${name} ${index}`)));
      });
      attacked.hostile.reset();
      expect(await attacked.copyAll(`ada after ${name}`)).toBe('COMPLETE');
    },
  );

  test.each(Object.entries(hostileItems))(
    'while a source sends an item of %s, which fails alone or is copied',
    { tags: ['@T97', '@A6'] },
    async (name, content) => {
      attacked.hostile.sendItem(content());
      await attacked.expectOthersServed(async () => {
        const statuses = await Promise.all([attacked.copyAll(`eve ${name}`), attacked.copyAll(`mallory ${name}`)]);
        for (const status of statuses) expect(status).toMatch(/^COMPLETE/);
      });
    },
  );

  test.each(Object.entries(hostileItems))(
    'while a destination returns %s for each item',
    { tags: ['@T97', '@A6'] },
    async (name, content) => {
      attacked.hostile.readBack(content());
      await attacked.expectOthersServed(async () => {
        expect(await attacked.copyAll(`grace ${name}`)).toMatch(/^COMPLETE/);
      });
    },
  );
});

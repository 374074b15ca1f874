import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileItems, hostileLists } from '#test/fixtures/service/hostile-dav-server.ts';
import { startAttackedService } from './attacked-service.ts';

describe.skipIf(process.platform !== 'linux')('other end users are served', { tags: '@X30' }, () => {
  let attackedService: Awaited<ReturnType<typeof startAttackedService>>;
  beforeAll(async () => {
    attackedService = await startAttackedService();
  });
  afterAll(() => attackedService.end());
  beforeEach(() => attackedService.hostile.reset());

  test.each(Object.entries(hostileLists))(
    'while a source sends %s',
    { tags: ['@T97', '@A6'] },
    async (name, answer) => {
      attackedService.hostile.sendList(answer());
      await attackedService.expectOthersServed(async () => {
        const modals = await Promise.all(Array.from({ length: 5 }, attackedService.openFlow));
        for (let logins = 0; logins < 2; logins++)
          await Promise.all(modals.map((modal, index) => modal.logIn(`eve ${name} ${index}`)));
      });
      attackedService.hostile.reset();
      expect(await attackedService.copyAll(`ada after ${name}`)).toBe('COMPLETE');
    },
  );

  test.each(Object.entries(hostileItems))(
    'while a source sends an item of %s, which fails alone or is copied',
    { tags: ['@T97', '@A6'] },
    async (name, content) => {
      attackedService.hostile.sendItem(content());
      await attackedService.expectOthersServed(async () => {
        const statuses = await Promise.all([
          attackedService.copyAll(`eve ${name}`),
          attackedService.copyAll(`mallory ${name}`),
        ]);
        for (const status of statuses) expect(status).toMatch(/^COMPLETE/);
      });
    },
  );

  test.each(Object.entries(hostileItems))(
    'while a destination returns %s for each item',
    { tags: ['@T97', '@A6'] },
    async (name, content) => {
      attackedService.hostile.readBack(content());
      await attackedService.expectOthersServed(async () => {
        expect(await attackedService.copyAll(`grace ${name}`)).toMatch(/^COMPLETE/);
      });
    },
  );
});

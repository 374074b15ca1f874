import { expect, test } from 'vitest';
import { hostileItems, hostileLists } from '#test/fixtures/service/hostile-dav-server.ts';
import { startAttackedService } from './attacked-service.ts';

test.skipIf(process.platform !== 'linux')(
  'other end users are served while servers send a list of 15.4 MiB, deep nesting and a long card',
  { tags: ['@X30', '@T97', '@A6'] },
  async () => {
    const attackedService = await startAttackedService();
    try {
      for (const name of ['a list of 15.4 MiB', '400 KB of nested text']) {
        const list = hostileLists[name];
        if (list === undefined) throw new TypeError(`There is no ${name}.`);
        attackedService.hostile.sendList(list());
        await attackedService.expectOthersServed(async () => {
          const modals = await Promise.all([attackedService.openFlow(), attackedService.openFlow()]);
          await Promise.all(modals.map((modal, index) => modal.logIn(`eve ${index}`)));
        });
      }
      attackedService.hostile.reset();
      const [card] = Object.values(hostileItems);
      attackedService.hostile.sendItem(card?.() ?? Buffer.alloc(0));
      await attackedService.expectOthersServed(async () => {
        expect(await attackedService.copyAll('mallory')).toMatch(/^COMPLETE/);
      });
    } finally {
      await attackedService.end();
    }
  },
);

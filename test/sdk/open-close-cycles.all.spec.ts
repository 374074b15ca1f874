import { expect, test } from './sdk-test.ts';

test(
  '100 open and close cycles leave no iframe and no listener, and memory doesn’t grow',
  { tag: ['@S4', '@F19'] },
  async ({ host, service }) => {
    const session = await host.page.context().newCDPSession(host.page);
    const measure = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { nodes, jsEventListeners, documents, usedSize };
    };
    const cycle = async (times: number) => {
      for (let round = 0; round < times; round++) {
        const token = await service.linkToken();
        expect(await host.start({ linkToken: token })).toBeNull();
        await host.page.evaluate('Ferry.close()');
      }
    };
    await cycle(10);
    const before = await measure();
    await cycle(90);
    // A locator would add Playwright's own listeners to the count.
    const left = "document.querySelectorAll('iframe, dialog').length + document.adoptedStyleSheets.length";
    expect(await host.page.evaluate(left)).toBe(0);
    // The browser may keep the last modal in memory until its current task ends.
    const measureGrowth = async () => {
      const after = await measure();
      return {
        nodes: after.nodes > before.nodes + 10,
        listeners: after.jsEventListeners > before.jsEventListeners + 2,
        documents: after.documents > before.documents + 1,
        memory: after.usedSize > before.usedSize + 300_000,
      };
    };
    await expect.poll(measureGrowth).toEqual({ nodes: false, listeners: false, documents: false, memory: false });
  },
);

import { expect, test } from 'vitest';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { listeningPorts } from '#test/fixtures/network/listening-ports.ts';
import { openConsole, type StartedConsole } from '#test/fixtures/console/open-console.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const cycleCounts = { electron: isSoak ? 100 : 10, browser: isSoak ? 100 : 3 } as const;

/**
 * Counts pages, frames and listeners. In a browser, the listener count covers the whole page after garbage collection.
 */
async function countParts({ page, electron }: StartedConsole): Promise<Record<string, unknown>> {
  if (electron) {
    return electron.evaluate(({ webContents, session }) => ({
      pages: webContents.getAllWebContents().length,
      downloads: session.fromPartition('ferry-lab-1').listenerCount('will-download'),
      window: webContents
        .getAllWebContents()
        .filter((webContent) => webContent.getType() === 'window')
        .map((webContent) =>
          webContent.eventNames().reduce((sum, name) => sum + webContent.listenerCount(String(name)), 0),
        ),
    }));
  }
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable');
  await debug.send('HeapProfiler.collectGarbage');
  const { metrics } = await debug.send('Performance.getMetrics');
  await debug.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value;
  return { pages: page.frames().length, documents: of('Documents'), listeners: of('JSEventListeners') };
}

async function openAndClose({ page }: StartedConsole): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
  const address = page.locator('.guest-address .mono');
  await page.getByText('Listening for events').waitFor();
  await button('New token and open').click();
  await page.getByRole('log').getByText('migration_modal').first().waitFor();
  await button('Close').click();
  await page.getByRole('log').getByText('modal closed').waitFor();
  const before = await address.textContent();
  await button('Start over').click();
  await expect.poll(() => address.textContent()).not.toBe(before);
}

test.each(['electron', 'browser'] as const)(
  'in %s, cycles of opening and closing the lab leak no guest, frame, listener, server or port',
  { tags: ['@C16', '@F19'], timeout: 600_000 },
  async (host) => {
    const open = await openConsole({ host, keychain: 'memory' });
    try {
      const { page, pid } = open;
      const listening = page.getByText('Listening for events');
      // The ports of the host and the debugger. The lab has none yet.
      const others = listeningPorts(pid);
      await page.getByRole('link', { name: 'Modal lab' }).click();
      await openAndClose(open);
      await listening.waitFor();
      const before = { ports: listeningPorts(pid).length, ...(await countParts(open)) };
      expect(before).toMatchObject({ ports: others.length + 1, pages: 2 });
      for (let index = 0; index < cycleCounts[host]; index += 1) await openAndClose(open);
      await listening.waitFor();
      await expect
        .poll(async () => ({ ports: listeningPorts(pid).length, ...(await countParts(open)) }))
        .toEqual(before);

      // Switching profiles stops the lab and its server. The visible page then opens a lab of the new profile.
      const draft = { name: 'Elsewhere', environment: 'test', baseURL: 'http://127.0.0.1:9' };
      const { id } = await mustCall<{ id: string }>(page, 'profiles', 'add', draft);
      const address = page.locator('.guest-address .mono');
      const left = await address.textContent();
      await mustCall(page, 'profiles', 'switch', { id });
      await expect.poll(() => address.textContent()).not.toBe(left);
      await listening.waitFor();
      await expect.poll(() => listeningPorts(pid)).toHaveLength(others.length + 1);
      // Leaving the page removes the lab with its guest.
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
      await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
      await expect.poll(() => listeningPorts(pid)).toEqual(others);
      await expect.poll(async () => (await countParts(open))['pages']).toBe(1);
    } finally {
      await open.close();
    }
  },
);

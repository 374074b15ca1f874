import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pushedSinceOpened } from '#test/fixtures/page/layout-shift.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';

test.use({ shared: true });

interface DelayedReply {
  /** Resolves when the console has written the reply. */
  readonly written: Promise<void>;
  /** Lets the page read the reply; resolves when it has. */
  readonly release: () => Promise<void>;
}

/** Holds the page's next reply to this call. Later requests for the call get no reply. */
async function holdReply(page: Page, call: string): Promise<DelayedReply> {
  let release = (): void => undefined;
  const go = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  const written = new Promise<void>((resolve) => {
    void page.route(`**/calls/${call}`, async (route) => {
      if (!isFirst) return;
      isFirst = false;
      const response = await route.fetch();
      resolve();
      await go;
      await route.fulfill({ response });
    });
  });
  return {
    written,
    release: async () => {
      const readResponse = page.waitForResponse(`**/calls/${call}`);
      release();
      await (await readResponse).finished();
    },
  };
}

test('Sandbox: a stale state doesn’t overwrite a newer change', { tag: '@W4' }, async ({ console: { page } }) => {
  const sandbox = new SandboxPage(page);
  const clock = sandbox.card('Clock');
  await sandbox.open();
  await expect(clock).toBeVisible();
  const { written, release } = await holdReply(page, 'sandbox/state');
  await written;
  await mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 });
  await expect(clock).toContainText('1 h ahead');
  const shown = await clock.evaluateHandle((card) => {
    const texts: string[] = [];
    const keep = () => texts.push(card.textContent ?? '');
    new MutationObserver(keep).observe(card, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  await release();
  // When the next change is visible, the page must have read the held reply, too.
  await mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 });
  await expect(clock).toContainText('2 h ahead');
  const texts = await shown.jsonValue();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.includes('h ahead'))).toEqual([]);
  await mustCall(page, 'sandbox', 'putClockBack', {});
});

for (const call of ['settings/get', 'console/state']) {
  test(
    `a banner that arrives after the rows (${call}) moves nothing down`,
    { tag: '@C32' },
    async ({ console: { page } }) => {
      const { rows } = new TablePage(page, 'Migrations');
      const { written, release } = await holdReply(page, call);
      const listedResponse = page.waitForResponse('**/calls/migrations/list');
      await page.reload();
      await written;
      await (await listedResponse).finished();
      // If the rows didn't wait for the banner, they would be visible by now.
      expect(await pushedSinceOpened(page)).toEqual([]);
      await release();
      await expect(rows).toHaveCount(25);
      await expect(page.getByText('You are looking at the built-in Sandbox.')).toBeVisible();
      expect(await pushedSinceOpened(page)).toEqual([]);
    },
  );
}

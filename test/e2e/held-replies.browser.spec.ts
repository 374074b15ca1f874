import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/call-console.ts';
import { expect, test } from '#test/fixtures/console-test.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';

test.use({ shared: true });

interface HeldReply {
  /** The console has written the reply. */
  readonly written: Promise<void>;
  /** Lets the page read it; resolves when the page has it. */
  readonly release: () => Promise<void>;
}

/** Keeps the page's next reply to this call back; whatever the page asks after it is answered at the end. */
async function holdReply(page: Page, call: string): Promise<HeldReply> {
  let letGo = (): void => undefined;
  const go = new Promise<void>((resolve) => (letGo = resolve));
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
      const read = page.waitForResponse(`**/calls/${call}`);
      letGo();
      await (await read).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    },
  };
}

// A reply and an event come by different ways: a slow reply can be older than an event that the page knows already.
test('C30 Requests: a log that was read before a call was made does not hide the call', async ({
  console: { page },
}) => {
  const requests = new RequestsPage(page);
  const { written, release } = await holdReply(page, 'requests/list');
  const told = page.waitForRequest('**/calls/companies/list');
  await requests.open();
  await written;
  await mustCall(page, 'companies', 'list', { page: 1, pageSize: 10 });
  await told;
  // Lines are told four times a second at most.
  await page.waitForTimeout(600);
  await release();
  await expect(requests.rowOf('page_size=10')).toHaveCount(1, { timeout: 2_000 });
});

test('W4 Sandbox: a state that was read before a change does not bring the old state back', async ({
  console: { page },
}) => {
  const sandbox = new SandboxPage(page);
  await sandbox.open();
  await expect(sandbox.card('Clock')).toBeVisible();
  const { written, release } = await holdReply(page, 'sandbox/state');
  await written;
  await mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 });
  await expect(sandbox.card('Clock')).toContainText('1 h ahead');
  await release();
  expect(await sandbox.card('Clock').textContent()).toContain('1 h ahead');
  await mustCall(page, 'sandbox', 'putClockBack', {});
});

test('C12 Link tokens: a history that was read before a token was made does not hide the token', async ({
  console: { page },
}) => {
  const before = (await mustCall<unknown[]>(page, 'linkTokens', 'history', {})).length;
  const { written, release } = await holdReply(page, 'linkTokens/history');
  await page.getByRole('navigation').getByRole('link', { name: 'Link tokens' }).click();
  await written;
  await mustCall(page, 'linkTokens', 'mint', {});
  const history = page.getByRole('region', { name: /^History/ });
  await expect(history.getByRole('listitem')).toHaveCount(before + 1);
  await release();
  expect(await history.getByRole('listitem').count()).toBe(before + 1);
});

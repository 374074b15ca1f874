import type { Page } from '@playwright/test';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

interface Line {
  readonly bulk: { readonly label: string; readonly requests: number } | null;
}

/** Opens a page that shows no data of an unavailable service, and counts the checks that the service receives. */
const loseService = async (page: Page, fakeService: FakeService) => {
  const list = { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } };
  fakeService.answer('/api/v1/migrations', list);
  await useProfile(page, fakeService.url);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  const foot = page.locator('.connection');
  await expect(foot).toContainText('Connected');
  for (const path of ['/api/v1/migrations', '/healthz', '*'])
    fakeService.answer(path, (request) => request.socket.destroy());
  await goTo(page, '/help');
  // This call discovers that the service is unavailable.
  expect(await callConsole(page, 'migrations', 'list', { page: 1, pageSize: 25 })).toMatchObject({ ok: false });
  await expect(foot).toContainText('No connection');
  /** Makes lists available too: if only the check succeeded, the next list request would fail again. */
  const restoreService = (): void => {
    fakeService.answer('*', { status: 404, body: {} });
    fakeService.answer('/api/v1/migrations', list);
    fakeService.answer('/healthz', { body: { status: 'ok' } });
  };
  return {
    foot,
    bringBack: restoreService,
    countChecks: () => fakeService.requests.filter((request) => request === 'GET /healthz').length,
  };
};

test(
  'a page without service data checks an unavailable service automatically, with one line in the log',
  { tag: ['@C3', '@F1'] },
  async ({ console: { page }, fakeService }) => {
    const { foot, countChecks, bringBack } = await loseService(page, fakeService);
    const before = countChecks();
    await expect.poll(countChecks).toBeGreaterThan(before + 1);
    bringBack();
    await expect(foot).toContainText('Connected', { timeout: 30_000 });
    const { lines } = await mustCall<{ lines: readonly Line[] }>(page, 'requests', 'list', {});
    const ownLines = lines.filter(({ bulk }) => bulk?.label === 'Health check');
    expect(ownLines).toHaveLength(1);
    expect(ownLines[0]?.bulk?.requests).toBeGreaterThan(1);
  },
);

test.describe('with a separate clock per console', () => {
  test.use({ shared: false, keychain: 'memory' });

  test(
    'a hidden window doesn’t check an unavailable service, but checks soon after it becomes visible',
    { tag: '@C3' },
    async ({ console: { page }, fakeService }) => {
      await page.clock.install();
      const { foot, countChecks, bringBack } = await loseService(page, fakeService);
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      const show = (state: DocumentVisibilityState) =>
        page.evaluate((to) => {
          Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      /** Makes a call, which is answered after the page's pending work and earlier requests. */
      const turn = () => callConsole(page, 'migrations', 'list', { page: 1, pageSize: 25 });
      await show('hidden');
      await turn();
      const before = countChecks();
      await page.clock.fastForward(retryPolicy.unreachable.capMs);
      await show('visible');
      await turn();
      await page.clock.fastForward(exponentialDelay(retryPolicy.unreachable, 1) - 1);
      await turn();
      expect(countChecks()).toBe(before);
      bringBack();
      await page.clock.fastForward(1);
      await expect.poll(countChecks).toBe(before + 1);
      await page.clock.resume();
      await expect(foot).toContainText('Connected');
    },
  );
});

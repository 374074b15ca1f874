import { expect, test } from '#test/fixtures/console/console-test.ts';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { migrationOf } from '#test/fixtures/service/stand-in-service.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

interface Line {
  readonly bulk: { readonly label: string; readonly requests: number } | null;
}

test('C3 [fault] (F1) a service that was out of reach is asked for by itself, on a page that reads nothing of it, and its questions are one line', async ({
  console: { page },
  standIn,
}) => {
  const list = { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } };
  standIn.answer('/api/v1/migrations', list);
  await useProfile(page, standIn.url);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  const foot = page.locator('.connection');
  await expect(foot).toContainText('Connected');
  for (const path of ['/api/v1/migrations', '/healthz', '*'])
    standIn.answer(path, (request) => request.socket.destroy());
  await goTo(page, '/help');
  // The call that finds out.
  expect(await callConsole(page, 'migrations', 'list', { page: 1, pageSize: 25 })).toMatchObject({ ok: false });
  await expect(foot).toContainText('No connection');
  const asked = () => standIn.seen.filter((one) => one === 'GET /healthz').length;
  const before = asked();
  await expect.poll(asked).toBeGreaterThan(before + 1);
  standIn.answer('/healthz', { body: { status: 'ok' } });
  await expect(foot).toContainText('Connected', { timeout: 30_000 });
  const { lines } = await mustCall<{ lines: readonly Line[] }>(page, 'requests', 'list', {});
  const own = lines.filter(({ bulk }) => bulk?.label === 'Whether the service is there again');
  expect(own).toHaveLength(1);
  expect(own[0]?.bulk?.requests).toBeGreaterThan(1);
});

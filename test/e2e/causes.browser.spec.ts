import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { OverviewPage } from '#test/page-models/overview-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

/** Runs a session of a practice user until the copy ends. Returns the reference that the modal shows. */
const runSession = async (service: FerryService, userId: string, practiceUser: string): Promise<string> => {
  const linkToken = await service.linkToken();
  const post = async (url: string, body: object, token?: string): Promise<Record<string, string>> => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await reply.json()) as Record<string, string>;
  };
  const { access_token: token } = await post(
    `${service.url}/api/v1/access-token`,
    { link_token: linkToken },
    linkToken,
  );
  const { url = '' } = await post(`${service.url}/api/v1/migration-modal`, { user_id: userId }, token);
  const page = url.split('?', 1)[0] ?? '';
  await post(`${page}/provider`, { provider: 'Ledgerline' });
  await post(`${page}/login`, { user_name: practiceUser, password: 'secret' });
  await post(`${page}/begin`, {});
  await service.call('POST', '/control/clock', { advance_seconds: 20 });
  const foundReply = await service.call('GET', `/activity/v1/sessions?user_id=${userId}`);
  return (foundReply.body as { results: readonly { reference: string }[] }).results[0]?.reference ?? '';
};

test(
  'three actions lead from a reference to the cause and a ticket, and the funnel leads to its sessions',
  { tag: '@X34' },
  async ({ console: open }) => {
    const { page } = open;
    const service = await startFerryService();
    try {
      const reference = await runSession(service, 'ada@example.com', 'failing');
      await runSession(service, 'ben@example.com', 'good');
      await useService(page, service);
      await keepCopies(page);
      const migrations = new TablePage(page, 'Migrations');
      const palette = new Palette(page);
      await palette.open();
      await page.keyboard.type(reference.toLowerCase());
      await expect(palette.entry(/Open the session for reference/)).toBeVisible();
      await page.keyboard.press('Enter');
      const meaning = migrations.drawer.getByRole('region', { name: 'Meaning' });
      await expect(meaning).toContainText('The source stopped responding during the copy.');
      await expect(meaning.getByRole('listitem')).toHaveText([/^Ask the end user to start again/]);
      const timeline = migrations.drawer.getByRole('region', { name: 'Timeline', exact: true });
      await expect(timeline.getByRole('listitem').first()).toContainText('Session created');
      await expect(timeline.getByRole('listitem').last()).toContainText('Failed');
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('t');
      await expect.poll(() => copiedText(page)).toContain(`Reference:  ${reference}`);
      const ticket = await copiedText(page);
      expect(ticket).toContain('User:       ada@example.com');
      expect(ticket).toContain('Cause:      The source stopped responding during the copy.');
      expect(ticket).toMatch(/^Request ID: \w{26}$/m);

      await new OverviewPage(page).open();
      const funnel = page.getByRole('table', { name: 'Sessions by step' });
      await expect(funnel.getByRole('row')).toHaveCount(3);
      await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
        'The source stopped responding',
      );
      expect(await findings(page)).toEqual([]);
      await funnel.getByRole('button', { name: '1: Ledgerline, Finished' }).click();
      const list = page.getByRole('region', { name: 'List of IDs' });
      await expect(list.getByRole('row')).toHaveCount(2);
      await expect(list.getByRole('row').last()).toContainText('Complete');
    } finally {
      await service.stop();
    }
  },
);

import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';

test.use({ shared: true });

/** Lays into each reply to the call what the console has told by then. */
const tell = async (page: Page, told: object): Promise<void> => {
  await page.route('**/calls/alerts/notices', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly value: object };
    await route.fulfill({ response, json: { ...reply, value: { ...reply.value, ...told } } });
  });
};

test('C50 the bell counts as many as the list that is shown, before new ones are told', async ({
  console: { page },
}) => {
  const bell = page.getByRole('link', { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName('Alerts');
  await page.route('**/calls/alerts/list', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly value: object };
    // The bell itself asks for one.
    const { limit } = route.request().postDataJSON() as { readonly limit: number };
    const unread = limit === 1 ? 1 : 2;
    await route.fulfill({ response, json: { ...reply, value: { ...reply.value, unread } } });
  });
  await page.evaluate(() => (location.hash = '/alerts'));
  await expect(bell).toHaveAccessibleName('Alerts, 2 unread');
});

test('C50 the list tells when nothing was watched and why, what came in quiet hours, and that the system refuses notifications', async ({
  console: { page, pageErrors },
}) => {
  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  // At fixed hours, for gaps of two days are two lines.
  const yesterday = (hour: number, minute: number): string => {
    const day = new Date();
    day.setDate(day.getDate() - 1);
    day.setHours(hour, minute, 0, 0);
    return day.toISOString();
  };
  await tell(page, {
    // As Electron says where the system has refused one.
    canNotify: false,
    notices: [
      { kind: 'gap', from: minutesAgo(22), to: null, why: ['offline'] },
      {
        kind: 'quiet',
        from: minutesAgo(600),
        to: minutesAgo(60),
        count: 4,
        what: [
          { what: 'FAILED', count: 3 },
          { what: 'stuck', count: 1 },
        ],
      },
      { kind: 'gap', from: yesterday(12, 0), to: yesterday(12, 20), why: ['closed'] },
      { kind: 'gap', from: yesterday(12, 30), to: yesterday(12, 40), why: ['key'] },
    ],
  });
  await page.evaluate(() => (location.hash = '/alerts'));
  const line = (title: RegExp) => page.getByRole('listitem').filter({ hasText: title });
  // A busy computer may take some minutes to the page.
  await expect(line(/^Nothing is watched for 2[2-9] min/)).toContainText('No connection to the service · since');
  const quiet = line(/4 alerts came in the quiet hours/);
  await expect(quiet).toContainText('3 Failed, 1 stuck · no notification was shown');
  // Two gaps between which no alert came are one line.
  const gaps = line(/^Nothing was watched for 30 min, 2 times/);
  await expect(gaps).toContainText('The API key was not accepted, The console was closed');
  await expect(page.getByText('Notifications are refused.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

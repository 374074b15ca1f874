import { expect, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { dashboardPerTest, firstEmail, heading, join } from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest();

/** Creates a key with the page's session. */
const makeKey = (page: Page, description: string): Promise<void> =>
  page.evaluate(async (of) => {
    const session = await (
      await fetch('api/session', { headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '' } })
    ).json();
    await fetch(`api/organizations/${session.organizations[0].id as string}/keys`, {
      method: 'POST',
      headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ description: of, scopes: ['read'] }),
    });
  }, description);

test(
  'dashboard: nothing is wider than the window, from 375 to 1440 px, even with long descriptions',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await makeKey(page, 'A description that is longer than any row can show, whatever appears next to it in the table');
    await service().grant(firstEmail);
    await page.reload();
    const fits = async (): Promise<void> => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    };
    for (const width of [375, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [name, title] of Object.entries({
        keys: 'API keys',
        webhooks: 'Webhooks',
        people: 'People',
        sessions: 'Sessions',
        audit: 'Audit log',
        organization: 'Organization',
        organizations: 'Organizations',
        account: 'My account',
      })) {
        await page.evaluate((to) => {
          location.hash = `#//${to}`;
        }, name);
        await expect(heading(page, title)).toBeVisible();
        await fits();
      }
    }
  },
);

test(
  'dashboard: the webhooks page fits the window from 375 to 1440 px, and axe finds nothing',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    const { baseUrl, organization } = await page.evaluate(async () => {
      const session = await (
        await fetch('api/session', { headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '' } })
      ).json();
      return { baseUrl: session.baseUrl as string, organization: session.organizations[0].id as string };
    });
    const added = await page.evaluate(
      async (id) =>
        (
          await fetch(`api/organizations/${id}/endpoints`, {
            method: 'POST',
            headers: {
              'x-ferry-session': localStorage.getItem('ferry-session') ?? '',
              'content-type': 'application/json',
            },
            body: JSON.stringify({
              url: 'https://hooks.of.a.name.that.is.so.long.that.it.must.end.somewhere.example.com/in',
              statuses: ['COMPLETE', 'FAILED'],
            }),
          })
        ).status,
      organization,
    );
    expect([added, baseUrl]).toEqual([200, service().url]);
    await page.evaluate(() => {
      location.hash = '#//webhooks';
    });
    await expect(heading(page, 'Webhooks')).toBeVisible();
    await expect(page.getByText('No deliveries yet')).toBeVisible();
    for (const width of [375, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const cut = await page
        .locator('.endpoint-table th')
        .evaluateAll((heads) =>
          heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
        );
      expect(cut, `heads at ${width}`).toEqual([]);
      expect(await findingsHere(page), `at ${width}`).toEqual([]);
    }
  },
);

import { expect, type Page, test } from '@playwright/test';
import { rotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { button, dashboardPerTest, firstEmail, heading, join, password } from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest();

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Create a new key for/ });
const card = (page: Page, name: string) => button(page, new RegExp(`^Organization: ${name}`));

interface Place {
  readonly organization: string;
  readonly name: string;
  readonly lastFour: string;
}

/**
 * The signed-in user's first organization for which `isWanted` returns true, and the last four characters of its first
 * key.
 */
const placeOf = (page: Page, isOther: boolean): Promise<Place> =>
  page.evaluate(async (other) => {
    const { organizations } = await (
      await fetch('api/session', { headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '' } })
    ).json();
    const { id, name } = organizations.find(
      (organization: { name: string }) => (organization.name === 'Elsewhere') === other,
    );
    const keys = await (
      await fetch(`api/organizations/${id}/keys`, {
        headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '' },
      })
    ).json();
    return { organization: id, name, lastFour: keys[0]?.lastFour ?? '' };
  }, isOther);

/** Creates a key as another browser would, unknown to the page. Resolves with its last four characters. */
const createKey = (page: Page, organization: string): Promise<string> =>
  page.evaluate(async (id) => {
    const reply = await fetch(`api/organizations/${id}/keys`, {
      method: 'POST',
      headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'Made elsewhere', scopes: ['read'] }),
    });
    return ((await reply.json()).apiKey as string).slice(-4);
  }, organization);

/**
 * Signs in as an owner of two organizations. "Elsewhere" is on screen and has no key; the other organization has one.
 */
const joinTwo = async (page: Page): Promise<Place> => {
  await join(page, service().invitationUrl, 'Ada Lindqvist');
  const place = await placeOf(page, false);
  await page.goto(await service().invite(firstEmail, 'Elsewhere'));
  await expect(heading(page, 'Join Elsewhere')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'API keys')).toBeVisible();
  await show(page, 'Elsewhere');
  return place;
};

const show = async (page: Page, name: string): Promise<void> => {
  await button(page, /^Organization:/).click();
  await page.getByRole('menuitemradio', { name: new RegExp(name) }).click();
  await expect(card(page, name)).toBeVisible();
};

interface HeldReplies {
  /** Resolves when the service has answered the first request; the page gets its reply after `release`. */
  readonly answered: Promise<void>;
  readonly release: () => Promise<void>;
}

/** Holds the replies to matching GET requests until `release` is called. */
const hold = async (page: Page, url: RegExp): Promise<HeldReplies> => {
  const requestAnswered = Promise.withResolvers<void>();
  const replyReleased = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const reply = await route.fetch();
    requestAnswered.resolve();
    await replyReleased.promise;
    // The page may have cancelled the request.
    await route.fulfill({ response: reply }).catch(() => undefined);
  });
  return {
    answered: requestAnswered.promise,
    release: async () => {
      replyReleased.resolve();
      await page.unroute(url);
    },
  };
};

const expectRotation = async (page: Page, { name }: Place): Promise<void> => {
  await expect(dialog(page)).toBeVisible();
  await expect(page).not.toHaveURL(/rotate/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, name)).toBeVisible();
  await expect(page.getByLabel('Find by description or last four characters')).toHaveValue('');
};

test(
  'dashboard: a rotation link opens its key, in whatever order URL, organization and keys arrive',
  { tag: '@X24' },
  async ({ page }) => {
    const place = await joinTwo(page);
    const link = rotateHash(place.lastFour);

    await test.step('organization, keys, URL', async () => {
      await page.evaluate((hash) => (location.hash = hash), link);
      await expectRotation(page, place);
    });

    await test.step('a page renders between the URL change and its event', async () => {
      await show(page, 'Elsewhere');
      await page.evaluate((hash) => {
        location.hash = hash;
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')!;
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
        set!.call(field, 'typed');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }, link);
      await expectRotation(page, place);
    });

    await test.step('organization and URL at the same time', async () => {
      await show(page, 'Elsewhere');
      await page.evaluate(
        ({ hash, organization }) => {
          location.hash = `#/${organization}/people`;
          location.hash = hash;
        },
        { hash: link, organization: place.organization },
      );
      await expectRotation(page, place);
    });

    await test.step('another URL right after the link', async () => {
      await show(page, 'Elsewhere');
      await page.evaluate(
        ({ hash, organization }) => {
          location.hash = hash;
          location.hash = `#/${organization}/people`;
        },
        { hash: link, organization: place.organization },
      );
      await expect(heading(page, 'People')).toBeVisible();
      await expect(card(page, place.name)).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      await page.getByRole('link', { name: 'API keys' }).click();
    });

    await test.step('organization, URL, keys: the page stays until the keys arrive', async () => {
      await show(page, 'Elsewhere');
      const keys = await hold(page, /\/keys$/);
      await page.evaluate((hash) => (location.hash = hash), link);
      await keys.answered;
      await expect(card(page, 'Elsewhere')).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      await keys.release();
      await expectRotation(page, place);
    });

    await test.step('the same link twice', async () => {
      for (let time = 0; time < 2; time++) {
        await page.evaluate((hash) => (location.hash = hash), link);
        await expectRotation(page, place);
      }
    });

    await test.step('URL, offered invitation, keys', async () => {
      await page.route(/\/api\/session$/, async (route) => {
        const reply = await route.fetch();
        const invitations = [{ id: 'offered', name: 'Third', production: false, role: 'support' }];
        await route.fulfill({ response: reply, json: { ...(await reply.json()), invitations } });
      });
      await page.evaluate((hash) => {
        location.hash = hash;
        location.reload();
      }, link);
      await button(page, 'Not now').click();
      await expectRotation(page, place);
      await page.unroute(/\/api\/session$/);
    });

    await test.step('URL, organization, keys', async () => {
      await show(page, 'Elsewhere');
      const session = await hold(page, /\/api\/session$/);
      const keys = await hold(page, /\/keys$/);
      await page.evaluate((hash) => {
        location.hash = hash;
        location.reload();
      }, link);
      await session.answered;
      await session.release();
      await keys.answered;
      await expect(dialog(page)).toBeHidden();
      await keys.release();
      await expectRotation(page, place);
    });
  },
);

test(
  'dashboard: a rotation link finds a key created after the page read its keys',
  { tag: '@X24' },
  async ({ page }) => {
    const place = await joinTwo(page);
    await show(page, place.name);
    const lastFour = await createKey(page, place.organization);
    await page.evaluate((hash) => (location.hash = hash), rotateHash(lastFour));
    await expect(page.getByRole('dialog', { name: 'Create a new key for Made elsewhere?' })).toBeVisible();
    await expectRotation(page, place);
    await expect(page.getByRole('row', { name: new RegExp(lastFour) })).toBeVisible();

    // The reply to a request sent before the key existed arrives after the URL has changed.
    const old = await hold(page, /\/keys$/);
    await page.reload();
    await old.answered;
    const later = await createKey(page, place.organization);
    await page.evaluate((hash) => (location.hash = hash), rotateHash(later));
    await old.release();
    await expectRotation(page, place);
    await expect(page.getByRole('row', { name: new RegExp(later) })).toBeVisible();
  },
);

test(
  'dashboard: a rotation link searches for an unknown key, and offers Retry if the search fails',
  { tag: '@X24' },
  async ({ page }) => {
    const place = await joinTwo(page);
    await page.evaluate((hash) => (location.hash = hash), rotateHash('none'));
    await expect(page.getByLabel('Find by description or last four characters')).toHaveValue('none');
    await expect(page.getByText('No matching keys')).toBeVisible();
    await expect(page).not.toHaveURL(/rotate/);

    await page.route(/\/keys$/, (route) => route.abort());
    await page.evaluate((hash) => (location.hash = hash), rotateHash(place.lastFour));
    await expect(button(page, 'Retry')).toBeVisible();
    await page.unroute(/\/keys$/);
    await button(page, 'Retry').click();
    await expectRotation(page, place);
  },
);

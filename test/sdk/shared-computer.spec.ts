import type { Page } from '@playwright/test';
import { expect, type Host, test } from './sdk-test.ts';

const ada = 'ada@aurora.example';
const others = ['bo@aurora.example', 'ada@aurora.example.org', 'a.ada@aurora.example', crypto.randomUUID()];

const storedEntries = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ferry:')));
const storedText = (page: Page): Promise<string> => page.evaluate('Object.values(localStorage).join()');

/** Records the API requests from now on. */
const recordCalls = (host: Host, origin: string): string[] => {
  const calls: string[] = [];
  host.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.url().startsWith(origin) && pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
};

/** Opens and closes a modal for a user, so that the next page finds the stored token. */
const leaveToken = async (host: Host, userId = ada): Promise<void> => {
  expect(await host.start({ userId })).toBeNull();
  await host.page.reload();
  expect(await storedEntries(host.page)).toHaveLength(1);
};

test(
  'init for another user deletes the stored token and sends no request',
  { tag: ['@S22', '@T38'] },
  async ({ host, service }) => {
    for (const userId of others) {
      await leaveToken(host);
      const calls = recordCalls(host, service.url);
      expect(await host.init({ userId })).toBeNull();
      expect([calls, await storedEntries(host.page), await host.page.locator('iframe').count()]).toEqual([[], [], 0]);
      expect(await host.init()).toBeNull();
    }
  },
);

test(
  'init resumes the stored user’s token even if the user ID differs in case',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    const uuid = crypto.randomUUID();
    for (const [started, requested] of [
      [ada, 'Ada@Aurora.Example'],
      [uuid, uuid.toUpperCase()],
    ] as const) {
      await leaveToken(host, started);
      expect(await host.init({ userId: requested })).toMatchObject({ userId: started });
      await host.page.evaluate('Ferry.forget()');
    }
  },
);

test(
  'init with an invalid ID gives an error and resumes no migration',
  { tag: ['@S22', '@T38'] },
  async ({ host, service }) => {
    await leaveToken(host);
    const calls = recordCalls(host, service.url);
    for (const userId of ['', 'ada', ' ', undefined, null, 7]) {
      const refused = await host.init({ userId: userId as string });
      expect(refused).toMatchObject({ code: 'bad_user_id', message: 'userId must be a UUID or an email address.' });
    }
    expect(calls).toEqual([]);
  },
);

test(
  'a stored token without a user is not resumed for a given user',
  { tag: ['@S22', '@T38'] },
  async ({ host, service }) => {
    const calls = recordCalls(host, service.url);
    for (const userId of [undefined, null, '', 7, {}]) {
      await leaveToken(host);
      calls.length = 0;
      await host.page.evaluate((left) => {
        const [key] = Object.keys(localStorage);
        localStorage.setItem(key!, JSON.stringify({ ...JSON.parse(localStorage.getItem(key!)!), userId: left }));
      }, userId);
      expect(await host.init({ userId: ada })).toBeNull();
      expect([calls, await storedEntries(host.page)]).toEqual([[], []]);
    }
  },
);

test(
  'init for another user removes the previous user’s modal from the page',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    await host.start();
    await expect(host.modal.getByRole('heading')).toBeVisible();
    expect(await host.init({ userId: 'bo@aurora.example' })).toBeNull();
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect([await storedEntries(host.page), await host.closes()]).toEqual([[], 1]);
  },
);

test(
  'concurrent init with and without a user resumes only that user’s migration',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    const secondUser = 'bo@aurora.example';
    const initTwice = (userId: string) =>
      host.page.evaluate((named) => {
        const { Ferry } = window as unknown as { Ferry: Record<string, (options?: object) => Promise<unknown>> };
        const calls = [Ferry['init']!(), Ferry['init']!({ userId: named })];
        return Promise.all(
          calls.map((call) =>
            call.then(
              (found) => found ?? null,
              ({ code }: { code: string }) => code,
            ),
          ),
        );
      }, userId);
    await leaveToken(host);
    expect(await initTwice(secondUser)).toEqual(['aborted', null]);
    expect([await host.page.locator('iframe').count(), await storedEntries(host.page)]).toEqual([0, []]);
    expect(await initTwice(secondUser)).toEqual([null, null]);
    await leaveToken(host);
    expect(await initTwice(ada)).toEqual([{}, {}].map(() => expect.objectContaining({ userId: ada })));
  },
);

test('init with a user removes a modal that was opened without a user', { tag: ['@S22', '@T38'] }, async ({ host }) => {
  await leaveToken(host);
  await host.page.evaluate(() => {
    const [key] = Object.keys(localStorage);
    localStorage.setItem(key!, JSON.stringify({ token: JSON.parse(localStorage.getItem(key!)!).token }));
  });
  expect(await host.init()).toMatchObject({ userId: '' });
  expect(await host.init({ userId: ada })).toBeNull();
  expect([await host.page.locator('iframe').count(), await storedEntries(host.page)]).toEqual([0, []]);
});

test(
  'init rejects a user ID with a Kelvin sign instead of the letter k and resumes no migration',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    await leaveToken(host, 'kim@aurora.example');
    expect(await host.init({ userId: '\u212Aim@aurora.example' })).toMatchObject({ code: 'bad_user_id' });
    await expect(host.page.locator('iframe')).toHaveCount(0);
  },
);

test(
  'init for another user also removes the modal in other tabs',
  { tag: ['@S22', '@T38'] },
  async ({ host, site }) => {
    const tab = await host.page.context().newPage();
    await tab.goto(site.url);
    await host.start();
    await tab.evaluate("Ferry.init({ userId: 'bo@aurora.example' })");
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect(await storedEntries(host.page)).toEqual([]);
    await tab.close();
  },
);

test(
  'startModal for another user removes the previous modal and token, even if the new start fails',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    await host.start();
    expect(await host.start({ userId: 'bo@aurora.example' })).toBeNull();
    await expect(host.page.locator('iframe')).toHaveCount(1);
    expect(await storedText(host.page)).toContain('bo@aurora.example');
    const refused = await host.start({ userId: 'cy@aurora.example', linkToken: 'none' });
    expect(refused).toMatchObject({ code: 'link_token_invalid' });
    expect(await storedEntries(host.page)).toEqual([]);
    await expect(host.page.locator('iframe')).toHaveCount(0);
  },
);

test(
  'forget() without init deletes the tokens of every service, and keeps the page’s own data',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    await leaveToken(host);
    await host.page.evaluate(() => {
      localStorage.setItem('ferry:1:-77', '{"token":"of another service","userId":"bo@aurora.example"}');
      localStorage.setItem('cart', 'ferry:1:');
    });
    await host.page.evaluate('Ferry.forget()');
    expect(await host.page.evaluate('Object.keys(localStorage)')).toEqual(['cart']);
    await host.page.evaluate('Ferry.forget()');
    expect(await host.init()).toBeNull();
  },
);

test(
  'forget() closes the modal and deletes the token, even with blocked localStorage',
  { tag: ['@S22', '@T38'] },
  async ({ host }) => {
    await host.page.evaluate(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await host.start();
    await host.page.evaluate('Ferry.forget()');
    expect([await host.page.locator('iframe').count(), await host.closes()]).toEqual([0, 1]);
    expect(await host.init()).toBeNull();
  },
);

test(
  'calling forget() at any moment during a start leaves nothing in storage',
  { tag: ['@S22', '@T38'] },
  async ({ host, service }) => {
    const urls = ['access-token', 'migration-modal'].map((call) => `${service.url}/api/v1/${call}`);
    const moments = [
      async () => undefined,
      ...urls.map((url) => () => host.page.waitForRequest(url)),
      ...urls.map((url) => () => host.page.waitForResponse(url)),
    ];
    for (const moment of moments) {
      const reached = moment();
      const starting = host.start({ linkTokenIsFunction: true });
      await reached;
      await host.page.evaluate('Ferry.forget()');
      expect([null, expect.objectContaining({ code: 'aborted' })]).toContainEqual(await starting);
      expect(await storedEntries(host.page)).toEqual([]);
    }
    await leaveToken(host);
    const both = host.page.evaluate(() => {
      const { Ferry } = window as unknown as { Ferry: Record<string, (options?: object) => Promise<unknown>> };
      const calls = [Ferry['init']!(), Ferry['startModal']!({ userId: 'ada@aurora.example', linkToken: 'any' })];
      void Ferry['forget']!();
      return Promise.all(calls.map((call) => call.catch(({ code }: { code: string }) => code)));
    });
    expect(await both).toEqual(['aborted', 'aborted']);
    await host.fault('POST', 'access-token', { stall: true });
    const slow = host.start();
    await host.page.waitForRequest(`${service.url}/api/v1/access-token`);
    await host.page.evaluate('Ferry.forget()');
    expect(await slow).toMatchObject({ code: 'aborted' });
    expect(await storedEntries(host.page)).toEqual([]);
  },
);

test(
  'calling forget(), clearing storage or switching users in one tab closes the modal in other tabs',
  { tag: ['@S22', '@T38'] },
  async ({ host, site }) => {
    const tab = await host.page.context().newPage();
    await tab.goto(site.url);
    const store = (record: object) =>
      tab.evaluate((text) => localStorage.setItem(Object.keys(localStorage)[0]!, text), JSON.stringify(record));
    const other = { token: 'newer', userId: 'bo@aurora.example' };
    for (const end of [
      () => tab.evaluate('Ferry.forget()'),
      () => tab.evaluate('localStorage.clear()'),
      () => store(other),
    ]) {
      await host.start();
      await end();
      await expect(host.page.locator('iframe')).toHaveCount(0);
    }
    expect(await host.closes()).toBe(3);
    // This tab must not clear another tab's newer token.
    expect(await storedText(host.page)).toContain('newer');
    await tab.close();
  },
);

test(
  'ending a user’s session in one tab cancels a pending start in another tab, and nothing is stored afterwards',
  { tag: ['@S22', '@T38'] },
  async ({ host, site, service }) => {
    const tab = await host.page.context().newPage();
    await tab.goto(site.url);
    for (const end of ['Ferry.forget()', 'localStorage.clear()']) {
      await tab.evaluate("localStorage.setItem('cart', '{}')");
      await host.fault('POST', 'access-token', { stall: true });
      const slow = host.start();
      await host.page.waitForRequest(`${service.url}/api/v1/access-token`);
      await tab.evaluate(end);
      expect(await slow).toMatchObject({ code: 'aborted' });
      expect([await storedEntries(host.page), await host.page.locator('iframe').count()]).toEqual([[], 0]);
    }
    expect(await host.init()).toBeNull();
    await tab.close();
  },
);

test(
  'a modal stays open if another tab stores a token of the same user or sees the migration finish',
  { tag: ['@S22', '@T38'] },
  async ({ host, site }) => {
    const tab = await host.page.context().newPage();
    await tab.goto(site.url);
    await host.start();
    // Storage events arrive in the order of the changes, and the SDK's listener runs before the test's.
    const read = await host.page.evaluateHandle(() => ({
      cart: new Promise<void>((resolve) => addEventListener('storage', ({ key }) => key === 'cart' && resolve())),
    }));
    await tab.evaluate(() => {
      const [key] = Object.keys(localStorage);
      localStorage.setItem(key!, '{"token":"newer","userId":"ADA@aurora.example"}');
      localStorage.removeItem(key!);
      localStorage.setItem('cart', '{}');
    });
    await read.evaluate(({ cart }) => cart);
    expect(await host.page.locator('iframe').count()).toBe(1);
    await tab.close();
  },
);

test('a call of the v0 SDK names its v1 replacement, whatever its other options', { tag: '@S10' }, async ({ host }) => {
  const call = "Ferry.startModal({ proxyUrl: '/proxy' }).catch(({ code }) => code)";
  expect(await host.page.evaluate(call)).toBe('v0_api');
});

import { expect, type Host, test } from './sdk-test.ts';

const stored = 'Object.entries(localStorage).filter(([key]) => key.startsWith("ferry:"))';

const expectEvents = async (host: Host, count: number) => {
  await expect.poll(async () => (await host.events()).length).toBeGreaterThanOrEqual(count);
  return host.events();
};

test(
  'startModal exchanges the link token, stores the access token, creates the modal and shows it',
  { tag: '@S1' },
  async ({ host, service }) => {
    const calls: string[] = [];
    host.page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === service.url && pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
    });
    expect(await host.start()).toBeNull();
    await expect(host.modal.getByRole('heading')).toBeVisible();
    expect(await host.page.locator('dialog[open] > iframe').getAttribute('title')).toBe('Move your data');
    expect(new URL((await host.frame()).url()).origin).toBe(service.url);
    expect(calls).toEqual(['POST /api/v1/access-token', 'POST /api/v1/migration-modal']);
    const entries = (await host.page.evaluate(stored)) as [string, string][];
    expect(entries).toHaveLength(1);
    expect(entries[0]?.[0]).toMatch(/^ferry:1:-?\d+$/);
    expect(JSON.parse(entries[0]?.[1] ?? '')).toEqual({ token: expect.any(String), userId: 'ada@aurora.example' });
    await expect.poll(() => host.eventTypes()).toEqual(['opened']);
    const [opened] = await host.events();
    const { body } = await service.call('GET', `/activity/v1/migrations/${opened?.event.data.migration_id}`);
    expect(body).toMatchObject({
      results: [{ step: 'session_created', detail: { sdk: expect.stringMatching(/^\d/) } }, {}],
    });
  },
);

test('init without a stored token resolves undefined and sends nothing', { tag: '@S1' }, async ({ host, service }) => {
  const calls: string[] = [];
  host.page.on('request', (request) => calls.push(request.url()));
  expect(await host.init()).toBeNull();
  expect(calls.filter((url) => url.startsWith(service.url))).toEqual([]);
});

test('init after a reload resumes the migration with its metadata and shows it', { tag: '@S1' }, async ({ host }) => {
  await host.start();
  const address = (await host.frame()).url();
  await host.page.reload();
  expect(await host.init()).toEqual({
    migrationId: expect.stringMatching(/^[\da-f-]{36}$/),
    status: 'NOT_READY',
    userId: 'ada@aurora.example',
    url: address,
  });
  await expect(host.modal.getByRole('heading')).toBeVisible();
});

test('init keeps a running copy hidden until it needs the end user', { tag: '@S1' }, async ({ host, service }) => {
  await host.start();
  const [opened] = await expectEvents(host, 1);
  const path = `/control/migrations/${opened?.event.data.migration_id}/status`;
  await service.call('POST', path, { status: 'NOT_STARTED' });
  await service.call('POST', path, { status: 'WORKING' });
  await host.page.reload();
  expect(await host.init()).toMatchObject({ status: 'WORKING' });
  await expect(host.page.locator('iframe')).toBeHidden();
  expect(await host.page.evaluate('Ferry.isOpen()')).toBe(false);
  await service.call('POST', path, { status: 'PENDING_USER_INPUT' });
  await expect(host.page.locator('iframe')).toBeVisible();
  expect(await host.page.evaluate('Ferry.isOpen()')).toBe(true);
});

test(
  'startModal shows the hidden modal of the same user and creates no second migration',
  { tag: '@S1' },
  async ({ host, service }) => {
    await host.start();
    const [opened] = await expectEvents(host, 1);
    const path = `/control/migrations/${opened?.event.data.migration_id}/status`;
    await service.call('POST', path, { status: 'NOT_STARTED' });
    await service.call('POST', path, { status: 'WORKING' });
    await host.page.reload();
    await host.init();
    const address = (await host.frame()).url();
    expect(await host.start()).toBeNull();
    await expect(host.page.locator('iframe')).toBeVisible();
    expect((await host.frame()).url()).toBe(address);
  },
);

test('startModal replaces the hidden modal of another user', { tag: '@S1' }, async ({ host, service }) => {
  await host.start();
  const [opened] = await expectEvents(host, 1);
  const path = `/control/migrations/${opened?.event.data.migration_id}/status`;
  await service.call('POST', path, { status: 'NOT_STARTED' });
  await service.call('POST', path, { status: 'WORKING' });
  await host.page.reload();
  await host.init();
  const address = (await host.frame()).url();
  expect(await host.start({ userId: 'bo@aurora.example' })).toBeNull();
  await expect(host.page.locator('iframe')).toHaveCount(1);
  expect((await host.frame()).url()).not.toBe(address);
});

test(
  'only one modal opens at a time: a second startModal rejects, and a second init gets the same result',
  { tag: '@S4' },
  async ({ host }) => {
    await host.start();
    expect(await host.start()).toMatchObject({ name: 'FerryError', code: 'already_open' });
    expect(await host.init()).toMatchObject({ userId: 'ada@aurora.example' });
    await expect(host.page.locator('iframe')).toHaveCount(1);
  },
);

test('the modal opens in the target element and leaves the page unchanged', { tag: '@S9' }, async ({ host }) => {
  await host.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div id="holder"></div>');
    Object.assign(document.querySelector<HTMLElement>('#holder')!.style, { width: '376px', height: '640px' });
  });
  expect(await host.start({ target: '#holder' })).toBeNull();
  expect(await host.page.locator('#holder iframe').boundingBox()).toMatchObject({ width: 376, height: 640 });
  expect(await host.page.evaluate('document.adoptedStyleSheets.length')).toBe(0);
});

test('the modal offers only the providers of sourceProviders', { tag: '@S9' }, async ({ host }) => {
  await host.start({ sourceProviders: ['Crewbase', 'Sumtrail'] });
  await expect(host.modal.getByRole('button', { name: /Crewbase|Sumtrail/ })).toHaveCount(2);
  await expect(host.modal.getByRole('button', { name: /Ledgerline/ })).toHaveCount(0);
});

test('linkToken can be a function that returns the token', { tag: '@S20' }, async ({ host }) => {
  expect(await host.start({ linkTokenIsFunction: true })).toBeNull();
  await expect(host.modal.getByRole('heading')).toBeVisible();
});

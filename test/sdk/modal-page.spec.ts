import { expect, test } from './sdk-test.ts';
import { beginCopy, chooseAndLogIn, heading, logIn, openModal } from './modal-steps.ts';

const ends: readonly [user: string, title: string, status: string, lastEvent: string][] = [
  ['good', 'All done', 'COMPLETE', 'completed'],
  ['partial', 'Done, but 14 items are missing', 'COMPLETED_WITH_FAILURES', 'completed'],
  ['failing', 'The copy stopped', 'FAILED', 'failed'],
];

for (const [user, title, status, lastEvent] of ends) {
  test(
    `in the scenario ${user}, the end user sees "${title}" before the modal closes`,
    { tag: '@X4' },
    async ({ host, service }) => {
      await openModal(host);
      await beginCopy(host, user);
      await expect(heading(host)).toHaveText('Copying your data');
      await service.call('POST', '/control/clock', { advance_seconds: 9 });
      await expect(heading(host)).toHaveText(title);
      const events = await host.events();
      expect(events.at(-1)?.event).toMatchObject({ type: `migration_modal.${lastEvent}`, data: { status } });
      if (lastEvent === 'completed')
        expect(events.at(-1)?.event.data).toMatchObject({
          counts: { copied: expect.any(Number), altered: 0, skipped: 0, failed: user === 'partial' ? 14 : 0 },
        });
      expect(events[0]?.event.data).toMatchObject({ user_id: 'ada@aurora.example' });
      expect(events[1]?.event.data).toMatchObject({ provider: 'Ledgerline' });
      expect(await host.page.evaluate('localStorage.length')).toBe(1);
      await host.modal.locator('.actions').getByRole('button', { name: 'Close' }).click();
      await expect(host.page.locator('iframe')).toHaveCount(0);
      expect(await host.eventTypes()).toEqual([
        'opened',
        'provider_selected',
        'status_changed',
        'login_succeeded',
        'status_changed',
        'status_changed',
        lastEvent,
        'closed',
      ]);
      expect(await host.closes()).toBe(1);
      expect(await host.page.evaluate('localStorage.length')).toBe(0);
      const { body } = await service.call('GET', `/api/v1/migrations/${events[0]?.event.data.migration_id}`);
      expect(body).toMatchObject({ status, created_by_user_id: 'ada@aurora.example' });
    },
  );
}

test(
  'in the scenario needs-input, the end user answers, and the copy finishes',
  { tag: '@X4' },
  async ({ host, service }) => {
    await openModal(host);
    await beginCopy(host, 'needs-input');
    await service.call('POST', '/control/clock', { advance_seconds: 4 });
    await expect(heading(host)).toHaveText('One question');
    await host.modal.getByRole('radio').nth(1).check();
    await host.modal.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(host)).toHaveText('Copying your data');
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(heading(host)).toHaveText('All done');
  },
);

test(
  "in the scenario abandons, the end user sees that the login wasn't completed, and Close cancels the migration",
  { tag: '@X4' },
  async ({ host }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'abandons');
    await expect(heading(host)).toHaveText("The login wasn't completed");
    await host.modal.locator('.actions').getByRole('button', { name: 'Close' }).click();
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect((await host.events()).at(-1)?.event).toMatchObject({
      type: 'migration_modal.cancelled',
      data: { status: 'LOGIN_ABANDONED', reason: 'closed' },
    });
  },
);

test(
  'the modal names who requests the data, Back returns to the login, and Start starts the copy',
  { tag: '@X27' },
  async ({ host, service }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'good');
    await expect(heading(host)).toHaveText(/^Copy to .+\?$/);
    await expect(host.modal.getByRole('main')).toContainText('wants to copy this data from Aurora in Ledgerline.');
    await expect(host.modal.getByRole('list', { name: 'Requested data' }).getByRole('listitem')).toHaveCount(5);
    await expect(host.modal.getByRole('main')).toContainText(
      'Not copied: bank logins, drafts, user access to Ledgerline.',
    );
    await service.call('POST', '/control/clock', { advance_seconds: 60 });
    const [{ event } = { event: undefined }] = await host.events();
    const status = async () =>
      ((await service.call('GET', `/api/v1/migrations/${event?.data.migration_id}`)).body as { status: string }).status;
    expect(await status()).toBe('NOT_STARTED');
    await host.modal.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(host.modal.getByLabel('Email')).toHaveValue('good@aurora.example');
    await logIn(host.modal, 'good@kestrel.example');
    await expect(host.modal.getByRole('main')).toContainText('from Kestrel in Ledgerline');
    await host.page.keyboard.press('Escape');
    await expect(host.modal.getByRole('dialog')).toContainText('Nothing has been copied yet.');
    await host.modal.getByRole('button', { name: 'Stay here' }).click();
    expect(await status()).toBe('NOT_STARTED');
    await host.modal.getByRole('button', { name: 'Start' }).click();
    await expect(heading(host)).toHaveText('Copying your data');
    expect(await status()).toBe('WORKING');
  },
);

test(
  'after a reload, init resumes hidden, shows the question, and the end user sees the result',
  { tag: '@X4' },
  async ({ host, service }) => {
    await openModal(host);
    await beginCopy(host, 'needs-input');
    await expect(heading(host)).toHaveText('Copying your data');
    await host.page.reload();
    expect(await host.init()).toMatchObject({ status: 'WORKING', userId: 'ada@aurora.example' });
    await expect(host.page.locator('iframe')).toBeHidden();
    await service.call('POST', '/control/clock', { advance_seconds: 4 });
    await expect(heading(host)).toHaveText('One question');
    await expect(host.page.locator('iframe')).toBeVisible();
    await host.modal.getByRole('button', { name: 'Continue' }).click();
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(heading(host)).toHaveText('All done');
  },
);

test(
  'a hidden migration that finishes is reported, and its frame is removed',
  { tag: '@X4' },
  async ({ host, service }) => {
    await openModal(host);
    await beginCopy(host, 'good');
    await expect(heading(host)).toHaveText('Copying your data');
    await host.page.reload();
    await host.init();
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect((await host.eventTypes()).at(-1)).toBe('completed');
    expect(await host.page.evaluate('localStorage.length')).toBe(0);
  },
);

test(
  'during the copy, X and Esc ask for confirmation, but "Close and keep copying" does not',
  { tag: '@X4' },
  async ({ host }) => {
    await openModal(host);
    await beginCopy(host, 'slow');
    await expect(heading(host)).toHaveText('Copying your data');
    await host.modal.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(host.modal.getByRole('dialog')).toContainText('Close this window?');
    await host.modal.getByRole('button', { name: 'Stay here' }).click();
    await expect(host.modal.getByRole('dialog')).toBeHidden();
    await host.page.keyboard.press('Escape');
    await expect(host.modal.getByRole('dialog')).toBeVisible();
    await host.page.keyboard.press('Escape');
    await expect(host.modal.getByRole('dialog')).toBeHidden();
    await host.modal.getByRole('button', { name: 'Close and keep copying' }).click();
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect((await host.eventTypes()).at(-1)).toBe('closed');
    expect(await host.page.evaluate('localStorage.length')).toBe(1);
    expect(await host.init()).toMatchObject({ status: 'WORKING' });
  },
);

test(
  'Esc in the search field clears the field, not the modal, and Enter chooses a single match',
  { tag: '@X4' },
  async ({ host }) => {
    await openModal(host);
    const search = host.modal.getByRole('searchbox', { name: 'Search services' });
    const rows = host.modal.getByRole('list', { name: 'Services' }).getByRole('button');
    const all = await rows.count();
    await search.fill('e');
    await search.press('Enter');
    await expect(heading(host)).toHaveText('Where is your data now?');
    await search.fill('nobody');
    await search.press('Enter');
    await expect(host.modal.getByText('No matching service.')).toBeVisible();
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(rows).toHaveCount(all);
    await expect(host.page.locator('iframe')).toHaveCount(1);
    await search.fill('crew');
    await search.press('Enter');
    await expect(heading(host)).toHaveText('Log in to Crewbase');
  },
);

test(
  'after a provider is chosen, X and Esc ask for confirmation before they cancel the migration',
  { tag: '@X4' },
  async ({ host }) => {
    await openModal(host);
    await host.modal.getByRole('button', { name: /Ledgerline/ }).click();
    await host.modal.getByLabel('Email').fill('ada@aurora.example');
    await host.modal.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(host.modal.getByRole('dialog')).toContainText('Nothing has been copied yet.');
    await host.modal.getByRole('button', { name: 'Stay here' }).click();
    await expect(host.modal.getByLabel('Email')).toHaveValue('ada@aurora.example');
    await host.page.keyboard.press('Escape');
    await expect(host.modal.getByRole('dialog')).toBeVisible();
    await host.modal.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(host.page.locator('iframe')).toHaveCount(0);
    expect((await host.eventTypes()).at(-1)).toBe('cancelled');
  },
);

test('Esc before the login cancels the migration and deletes the token', { tag: '@X4' }, async ({ host, service }) => {
  await openModal(host);
  await host.page.keyboard.press('Escape');
  await expect(host.page.locator('iframe')).toHaveCount(0);
  const events = await host.events();
  expect(events.at(-1)?.event).toMatchObject({
    type: 'migration_modal.cancelled',
    data: { status: 'LOGIN_ABANDONED', reason: 'closed' },
  });
  const { body } = await service.call('GET', `/api/v1/migrations/${events[0]?.event.data.migration_id}`);
  expect(body).toMatchObject({ status: 'LOGIN_ABANDONED' });
  expect(await host.page.evaluate('localStorage.length')).toBe(0);
});

test(
  'no token appears in a URL or referrer, and the page complies with its own strict policy',
  { tag: ['@X4', '@T7', '@T12'] },
  async ({ host, service }) => {
    const lines: string[] = [];
    const observed: string[] = [];
    host.page.on('console', (message) => lines.push(message.text()));
    host.page.on('request', (request) => observed.push(request.url(), request.headers()['referer'] ?? ''));
    const linkToken = await service.linkToken();
    await host.start({ linkToken });
    await beginCopy(host, 'good');
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(heading(host)).toHaveText('All done');
    const entries = (await host.page.evaluate('Object.values(localStorage)')) as string[];
    const { token } = JSON.parse(entries[0] ?? '{}') as { token: string };
    expect(token.length).toBeGreaterThan(20);
    expect(observed.filter((text) => text.includes(token) || text.includes(linkToken))).toEqual([]);
    expect(lines.filter((text) => /policy|violat|trusted/i.test(text))).toEqual([]);
  },
);

test('a phone in landscape shows Start without scrolling', { tag: '@X4' }, async ({ host }) => {
  await host.page.setViewportSize({ width: 667, height: 375 });
  await openModal(host);
  await chooseAndLogIn(host, 'good');
  await expect(host.modal.getByRole('button', { name: 'Start' })).toBeInViewport({ ratio: 1 });
  await expect(host.modal.getByRole('button', { name: 'Back' })).toBeInViewport({ ratio: 1 });
});

import { expect, type Host, test } from './sdk-test.ts';
import { chooseAndLogIn, openModal } from './modal-steps.ts';

const heading = (host: Host) => host.modal.getByRole('heading', { level: 1 });

const ends: readonly [user: string, title: string, status: string, lastEvent: string][] = [
  ['good', 'All done', 'COMPLETE', 'completed'],
  ['partial', 'Done, with 14 gaps', 'COMPLETED_WITH_FAILURES', 'completed'],
  ['failing', 'The copy stopped', 'FAILED', 'failed'],
];

for (const [user, title, status, lastEvent] of ends) {
  test(`X4 scenario ${user}: the person sees "${title}" before the frame goes`, async ({ host, service }) => {
    await openModal(host);
    await chooseAndLogIn(host, user);
    await expect(heading(host)).toHaveText('Copying your data');
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(heading(host)).toHaveText(title);
    const events = await host.events();
    expect(events.at(-1)?.event).toMatchObject({ type: `migration_modal.${lastEvent}`, data: { status } });
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
  });
}

test('X4 scenario needs-input: the person answers, and the copy goes on to its end', async ({ host, service }) => {
  await openModal(host);
  await chooseAndLogIn(host, 'needs-input');
  await service.call('POST', '/control/clock', { advance_seconds: 4 });
  await expect(heading(host)).toHaveText('One question');
  await host.modal.getByRole('radio').nth(1).check();
  await host.modal.getByRole('button', { name: 'Go on' }).click();
  await expect(heading(host)).toHaveText('Copying your data');
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  await expect(heading(host)).toHaveText('All done');
});

test('X4 scenario abandons: the person sees that the login was not finished, then cancelled', async ({ host }) => {
  await openModal(host);
  await chooseAndLogIn(host, 'abandons');
  await expect(heading(host)).toHaveText('The login was not finished');
  await host.modal.locator('.actions').getByRole('button', { name: 'Close' }).click();
  await expect(host.page.locator('iframe')).toHaveCount(0);
  expect((await host.events()).at(-1)?.event).toMatchObject({
    type: 'migration_modal.cancelled',
    data: { status: 'LOGIN_ABANDONED', reason: 'closed' },
  });
});

test('X4 a refused login says so, and either way on works', async ({ host }) => {
  await openModal(host);
  await chooseAndLogIn(host, 'wrong');
  await expect(heading(host)).toHaveText('That login did not work');
  await host.modal.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(host)).toHaveText('Log in to Ledgerline');
  await host.modal.getByLabel('Password', { exact: true }).fill('wrong');
  await host.modal.getByRole('button', { name: 'Log in' }).click();
  await host.modal.getByRole('button', { name: 'Choose another service' }).click();
  await expect(heading(host)).toHaveText('Where is your data now?');
  expect((await host.eventTypes()).filter((type) => type === 'login_failed')).toHaveLength(2);
});

test('X4 after FAILED, Try again makes a new migration in the same frame, under the same token', async ({
  host,
  service,
}) => {
  await openModal(host);
  await chooseAndLogIn(host, 'failing');
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  const first = (await host.frame()).url();
  await host.modal.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(host)).toHaveText('Where is your data now?');
  expect((await host.frame()).url()).not.toBe(first);
  await chooseAndLogIn(host, 'good');
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  await expect(heading(host)).toHaveText('All done');
  const ids = new Set((await host.events()).map(({ event }) => event.data.migration_id));
  expect(ids.size).toBe(2);
});

test('X4 reload in the middle: init resumes hidden, shows the question, and the person sees the end', async ({
  host,
  service,
}) => {
  await openModal(host);
  await chooseAndLogIn(host, 'needs-input');
  await expect(heading(host)).toHaveText('Copying your data');
  await host.page.reload();
  expect(await host.init()).toMatchObject({ status: 'WORKING', userId: 'ada@aurora.example' });
  await expect(host.page.locator('iframe')).toBeHidden();
  await service.call('POST', '/control/clock', { advance_seconds: 4 });
  await expect(heading(host)).toHaveText('One question');
  await expect(host.page.locator('iframe')).toBeVisible();
  await host.modal.getByRole('button', { name: 'Go on' }).click();
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  await expect(heading(host)).toHaveText('All done');
});

test('X4 a hidden migration that ends is reported, and its frame goes', async ({ host, service }) => {
  await openModal(host);
  await chooseAndLogIn(host, 'good');
  await expect(heading(host)).toHaveText('Copying your data');
  await host.page.reload();
  await host.init();
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  await expect(host.page.locator('iframe')).toHaveCount(0);
  expect((await host.eventTypes()).at(-1)).toBe('completed');
  expect(await host.page.evaluate('localStorage.length')).toBe(0);
});

test('X4 the X asks while data is moving, "Close and let it run" does not, and neither does Esc before', async ({
  host,
}) => {
  await openModal(host);
  await chooseAndLogIn(host, 'slow');
  await expect(heading(host)).toHaveText('Copying your data');
  await host.modal.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(host.modal.getByRole('dialog')).toContainText('Close this window?');
  await host.modal.getByRole('button', { name: 'Stay here' }).click();
  await expect(host.modal.getByRole('dialog')).toBeHidden();
  await host.page.keyboard.press('Escape');
  await expect(host.modal.getByRole('dialog')).toBeVisible();
  await host.page.keyboard.press('Escape');
  await expect(host.modal.getByRole('dialog')).toBeHidden();
  await host.modal.getByRole('button', { name: 'Close and let it run' }).click();
  await expect(host.page.locator('iframe')).toHaveCount(0);
  expect((await host.eventTypes()).at(-1)).toBe('closed');
  expect(await host.page.evaluate('localStorage.length')).toBe(1);
  expect(await host.init()).toMatchObject({ status: 'WORKING' });
});

test('X4 Esc before the login gives the migration up: cancelled, and the token is forgotten', async ({
  host,
  service,
}) => {
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

test('X4 [fault] (F7) access token expired: a named state; Start again gets a fresh token and opens anew', async ({
  host,
  service,
}) => {
  await openModal(host, { linkTokenIsFunction: true });
  const first = (await host.frame()).url();
  await service.call('POST', '/control/tokens/expire');
  await expect(heading(host)).toHaveText('This window was open too long');
  await host.modal.getByRole('button', { name: 'Start again' }).click();
  await expect(heading(host)).toHaveText('Where is your data now?');
  expect((await host.frame()).url()).not.toBe(first);
  expect(await host.eventTypes()).toContain('cancelled');
});

test('X4 [fault] (F7) access token expired with a link token as text: the way on is to close', async ({
  host,
  service,
}) => {
  await openModal(host);
  await service.call('POST', '/control/tokens/expire');
  await expect(heading(host)).toHaveText('This window was open too long');
  await expect(host.modal.getByRole('button', { name: 'Start again' })).toHaveCount(0);
  await host.modal.locator('.actions').getByRole('button', { name: 'Close' }).click();
  await expect(host.page.locator('iframe')).toHaveCount(0);
});

test('X4 [fault] (F7) service offline and restarted in the middle: said, nothing lost, and on it goes', async ({
  host,
  service,
}) => {
  await openModal(host);
  await chooseAndLogIn(host, 'slow');
  await expect(heading(host)).toHaveText('Copying your data');
  await service.goOffline();
  await expect(host.modal.getByRole('alert')).toContainText('No connection to the service');
  await expect(host.modal.getByText('Invoices')).toBeVisible();
  await service.restart();
  await expect(host.modal.getByRole('alert')).toBeHidden({ timeout: 20_000 });
  await expect(heading(host)).toHaveText('Copying your data');
});

test('X4 [fault] (F7) no answer from the first call on: never a blank frame', async ({ host, service }) => {
  await service.call('POST', '/control/faults', {
    rules: [{ match: { method: 'GET', path: '/modal/*' }, effect: { status: 500 }, percent: 0, seed: 1 }],
  });
  await host.page.route('**/state', (route) => route.abort());
  await host.start();
  await expect(heading(host)).toHaveText('No connection');
  await host.page.unroute('**/state');
  await host.modal.getByRole('button', { name: 'Try now' }).click();
  await expect(heading(host)).toHaveText('Where is your data now?');
});

test('X4 the practice login: nothing is stored, and the page says what it is', async ({ host }) => {
  await openModal(host);
  await host.modal.getByRole('button', { name: /Ledgerline/ }).click();
  await expect(host.modal.getByText('This is a practice login. Nothing is sent to Ledgerline')).toBeVisible();
  for (const field of await host.modal.locator('input').all())
    expect(await field.getAttribute('autocomplete')).toBe('off');
  await host.modal.getByText('Practice users').click();
  await host.modal.getByRole('button', { name: /partial@example.com/ }).click();
  await expect(host.modal.getByLabel('Email')).toHaveValue('partial@example.com');
  const frame = await host.frame();
  expect(await frame.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
});

test('X4 [security] (T7, T12) no token in any address or referrer, and the page obeys its own strict policy', async ({
  host,
  service,
}) => {
  const said: string[] = [];
  const seen: string[] = [];
  host.page.on('console', (message) => said.push(message.text()));
  host.page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  const linkToken = await service.linkToken();
  await host.start({ linkToken });
  await chooseAndLogIn(host, 'good');
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
  await expect(heading(host)).toHaveText('All done');
  const entries = (await host.page.evaluate('Object.values(localStorage)')) as string[];
  const { token } = JSON.parse(entries[0] ?? '{}') as { token: string };
  expect(token.length).toBeGreaterThan(20);
  expect(seen.filter((text) => text.includes(token) || text.includes(linkToken))).toEqual([]);
  expect(said.filter((text) => /policy|violat|trusted/i.test(text))).toEqual([]);
});

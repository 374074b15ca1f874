import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says } from './open-pages.ts';
import { rowsOf } from './reading-pages.ts';

const pages = openPages();
const path = '/api/v1/migrations';

const show = async (): Promise<void> => {
  await pages.useProfile();
  goTo('/migrations');
};
const button = (name: string) => screen.queryByRole('button', { name });

test(
  'a web page in place of JSON has its own error, which shows nothing of that page',
  { tags: ['@C11', '@F16'] },
  async () => {
    pages.fakeService.answer(path, {
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><h1>Log in to the guest network</h1>',
    });
    await show();
    await says(main, 'Unexpected response');
    expect(main().textContent).not.toContain('Log in to the guest network');
  },
);

test('a list without a total offers a next page as long as pages are full', { tags: '@C6' }, async () => {
  pages.fakeService.answer(path, (request, reply) => {
    const page = Number(new URL(request.url ?? '', pages.fakeService.url).searchParams.get('page'));
    const body = Array.from({ length: page < 3 ? 25 : 7 }, (_, index) => migrationOf(page * 100 + index));
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await show();
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(25));
  expect(button('Last page')).toBeNull();
  await userEvent.click(button('Next page')!);
  await says(main, /Rows 26–50/);
  await userEvent.click(button('Next page')!);
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(7));
  await eventually(() => expect(button('Next page')?.getAttribute('aria-disabled')).toBe('true'));
});

test('a malformed row is marked, and the other rows stay', { tags: '@C6' }, async () => {
  const results = [migrationOf(1), { id: 7, nothing: 'else' }, migrationOf(3)];
  pages.fakeService.answer(path, { body: { results, page: { size: 25, total: 3 } } });
  await show();
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(3));
  await says(() => screen.getByRole('table', { name: 'Migrations' }), /Row 2 couldn't be read/);
});

test('unknown statuses and script payloads are shown as text', { tags: ['@C9', '@T12'] }, async () => {
  const payload = '<img src=x onerror="document.title=\'owned\'">';
  const results = [
    migrationOf(1, { status: 'REVERTING' }),
    migrationOf(2, { status: payload, created_by_user_id: payload }),
  ];
  pages.fakeService.answer(path, { body: { results, page: { size: 25, total: 2 } } });
  await show();
  const table = await screen.findByRole('table', { name: 'Migrations' });
  await within(table).findByText('REVERTING');
  expect(within(table).getAllByText(payload).length).toBeGreaterThan(0);
  expect(table.querySelector('img')).toBeNull();
  expect(document.title).not.toBe('owned');
});

test('leaving the page cancels a stalled call before its 10 s deadline', { tags: ['@C12', '@F3'] }, async () => {
  let waiting = 0;
  pages.fakeService.answer(path, (_request, reply) => {
    waiting += 1;
    reply.once('close', () => (waiting -= 1));
  });
  await show();
  await eventually(() => expect(waiting).toBeGreaterThan(0));
  goTo('/requests');
  await screen.findByRole('heading', { name: 'Requests', level: 1 });
  await eventually(() => expect(waiting).toBe(0));
  // A call that reaches its deadline would be retried and logged as timed out.
  await eventually(async () => {
    const { lines } = await pages.call<{ lines: RequestLine[] }>('requests', 'list', {});
    expect(lines.findLast((line) => line.path.startsWith(path))?.problem).toBe('cancelled');
  });
});

test("the settings don't claim that the keychain stores a key of this session", { tags: '@C2' }, async () => {
  const id = await pages.useProfile();
  goTo(`/settings?profile=${id}`);
  await says(main, 'Stored for this session, ends ····0000');
  await says(main, 'The console never shows the key again.');
  expect(main().textContent).not.toContain('Stored in your system keychain');
});

test('Overview recounts while rows keep loading', { tags: '@C33' }, async () => {
  const heldPages: (() => void)[] = [];
  let counts = 0;
  pages.fakeService.answer(path, (request, reply) => {
    const page = Number(new URL(request.url ?? '', pages.fakeService.url).searchParams.get('page'));
    const results = Array.from({ length: 100 }, (_, index) => migrationOf(page * 100 + index));
    const send = () =>
      reply
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ results, page: { size: 100, total: 1_000_000 } }));
    if (page === 1) send();
    else heldPages.push(send);
  });
  pages.intercept('loaded/overview', (args, ask) => {
    counts += 1;
    return ask(args);
  });
  await pages.useProfile();
  await pages.call('loaded', 'start', { resource: 'migrations' });
  goTo('/overview');
  await eventually(() => expect(counts).toBeGreaterThan(0));
  const openingCounts = counts;
  await eventually(() => {
    heldPages.shift()?.();
    expect(counts).toBeGreaterThan(openingCounts + 1);
  });
  expect(await pages.call('loaded', 'state', { resource: 'migrations' })).toMatchObject({ phase: 'loading' });
});

test('after G C, one link is current, and the link of the previous page has no focus', { tags: '@C37' }, async () => {
  await pages.useProfile();
  goTo('/overview');
  const overview = await screen.findByRole('link', { name: 'Overview' });
  await eventually(() => expect(overview.getAttribute('aria-current')).toBe('page'));
  overview.focus();
  await userEvent.keyboard('gc');
  const current = () => document.querySelectorAll('.nav-link[aria-current]');
  await eventually(() => expect([...current()].map(({ textContent }) => textContent)).toEqual(['Companies']));
  expect(document.activeElement).not.toBe(overview);
});

test('a finished export leaves no card', { tags: '@C15' }, async () => {
  pages.fakeService.answer(path, { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export migrations' });
  await userEvent.click(within(dialog).getByRole('button', { name: /^Export/ }));
  await screen.findByText(/^Exported 1 row to/);
  await eventually(() => expect(screen.getByRole('region', { name: 'Exports' }).textContent).toBe(''));
});

test.each([
  ['Alerts', 'Set up alerts'],
  ['Sandbox', 'Test the modal'],
  ['Requests', 'Find out what went wrong'],
])('help for %s opens at the section “%s”', { tags: '@C18' }, async (page, heading) => {
  goTo(`/${page.toLowerCase()}`);
  await screen.findByRole('heading', { level: 1, name: page });
  await userEvent.keyboard('{F1}');
  await eventually(() => expect(document.activeElement?.textContent).toBe(heading));
});

test('the empty list of alerts has a next action', { tags: '@C50' }, async () => {
  await pages.useProfile();
  goTo('/alerts');
  // The switch to the profile mounts the page again, so a click may meet a removed button.
  await eventually(() => {
    screen.queryByRole('button', { name: 'Open the migrations' })?.click();
    expect(location.hash).toContain('#/migrations');
  });
});

test.each([
  ['No requests yet', false, 1],
  ['Recording is paused', true, 0],
])(
  'the empty list of requests says “%s”, and has a next action unless paused',
  { tags: '@C50' },
  async (title, paused, actions) => {
    await pages.useProfile();
    const restoreCall = pages.intercept('requests/list', async () => ({ ok: true, value: { lines: [], paused } }));
    onTestFinished(restoreCall);
    goTo('/requests');
    await screen.findByRole('heading', { name: title });
    expect(screen.queryAllByRole('button', { name: 'Open the migrations' })).toHaveLength(actions);
  },
);

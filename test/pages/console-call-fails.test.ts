import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says } from './open-pages.ts';
import { rowsOf } from './reading-pages.ts';

const pages = openPages();
const problem = (): HTMLElement => within(main()).getByRole('alert');
const inside = 'Internal error';
const requestRow = (): HTMLElement => {
  const [row] = within(screen.getByRole('table', { name: 'Requests' }))
    .getAllByRole('row')
    .filter(({ textContent }) => textContent?.includes('/migrations'));
  expect(row).toBeDefined();
  return row!;
};

test('Requests reports a failed read or pause, and Retry reads the log again', { tags: ['@C11', '@F25'] }, async () => {
  await pages.useProfile();
  await pages.call('migrations', 'list', { page: 1, pageSize: 25 });
  goTo('/requests');
  await eventually(requestRow);
  const restoreCall = pages.fail('requests/get', 'requests/pause');
  await userEvent.click(requestRow());
  await eventually(() => expect(problem().textContent).toContain(inside));
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await says(() => document.body, 'Recording continues.');
  restoreCall();
  await userEvent.click(within(problem()).getByRole('button', { name: 'Retry' }));
  await says(() => screen.queryByRole('complementary', { name: 'Request' }), 'Request headers');
});

test(
  'each part of Settings that can’t be read shows an error, and Retry reads it again',
  { tags: ['@C11', '@F25'] },
  async () => {
    const show = (part: string): void => goTo(`/settings?section=${part}`);
    const restoreCall = pages.fail('selfCheck/read', 'timeline/count');
    await pages.useProfile();
    show('self-check');
    // An earlier test may already have loaded the result, so press the button.
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
    for (const part of ['self-check', 'network', 'about']) {
      show(part);
      await eventually(() => expect(problem().textContent, part).toContain(inside));
    }
    show('data');
    const erase = await screen.findByRole('button', { name: 'Erase the timeline' });
    await eventually(() => expect(problem().textContent).toContain(inside));
    expect(erase.getAttribute('aria-disabled')).toBe('true');
    restoreCall();
    show('network');
    await says(main, 'Certificate checks');
  },
);

// Real rows are evicted only with two million rows of several profiles; a test of the main process covers that and the
// reported reason.
test(
  'the page tells evicted rows from rows that were never loaded, and Load all reloads them',
  { tags: ['@C33', '@F12'] },
  async () => {
    const { fakeService } = pages;
    const results = [migrationOf(1), migrationOf(2)];
    fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 2 } } });
    await pages.call('settings', 'change', { loadAllBySelf: false });
    pages.intercept('loaded/state', async (args, ask) => {
      const outcome = await ask(args);
      if (!outcome.ok) return outcome;
      const value = outcome.value as LoadedState;
      const at = '2026-11-21T14:32:00.000Z';
      return { ok: true, value: value.phase === 'none' ? { ...value, problem: { code: 'rows_let_go', at } } : value };
    });
    await pages.useProfile();
    goTo('/migrations?view=all');
    await screen.findByRole('heading', { name: 'Loaded rows removed' });
    expect(main().textContent).toContain('The console keeps up to 2,000,000 loaded rows');
    const middle = document.querySelector<HTMLElement>('.listing-middle');
    await userEvent.click(within(middle!).getByRole('button', { name: /^Load all/ }));
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(2));
  },
);

import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says } from './open-pages.ts';
import { rowsOf } from './reading-pages.ts';

// Replies and events use separate channels, so a slow reply can be older than an event that the page already has.
const pages = openPages();

beforeEach(() => {
  const results = [migrationOf(1, { company_id: null }), migrationOf(2)];
  pages.fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 2 } } });
});

interface DelayedReply {
  /** Resolves when the console has the reply, which the page doesn't get yet. */
  readonly written: Promise<void>;
  /** Passes the reply to the page, and resolves when the page has rendered it. */
  readonly release: () => Promise<void>;
}

/** Holds the next reply to this call. Later calls are answered immediately. */
const holdReply = (name: string): DelayedReply => {
  const replyWritten = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const replyRendered = Promise.withResolvers<void>();
  const restore = pages.intercept(name, async (args, ask) => {
    restore();
    const reply = await ask(args);
    replyWritten.resolve();
    await go.promise;
    setTimeout(replyRendered.resolve);
    return reply;
  });
  return {
    written: replyWritten.promise,
    release: async () => {
      go.resolve();
      await replyRendered.promise;
    },
  };
};

const requests = (): string[] =>
  [...(screen.queryByRole('table', { name: 'Requests' })?.querySelectorAll('tbody tr') ?? [])].map(
    ({ textContent }) => textContent ?? '',
  );

test('a stale request log doesn’t hide a newer call', { tags: '@C30' }, async () => {
  await pages.useProfile();
  const { written, release } = holdReply('requests/list');
  goTo('/requests');
  await written;
  const received = pages.nextEvent('requests:changed');
  // A page size that no other test uses: the log contains the other tests' calls too.
  await pages.call('companies', 'list', { page: 1, pageSize: 50 });
  await received;
  await release();
  await eventually(() => expect(requests().filter((line) => line.includes('page_size=50'))).toHaveLength(1));
});

test('a stale token history doesn’t hide a newer token', { tags: '@C12' }, async () => {
  pages.fakeService.answer('/api/v1/link-token', { body: { link_token: 'lt-held' } });
  await pages.useProfile();
  const before = (await pages.call<unknown[]>('linkTokens', 'history', {})).length;
  const { written, release } = holdReply('linkTokens/history');
  goTo('/link-tokens');
  await written;
  await pages.call('linkTokens', 'mint', {});
  const lines = () => within(screen.getByRole('region', { name: /^History/ })).getAllByRole('listitem');
  await eventually(() => expect(lines()).toHaveLength(before + 1));
  await release();
  expect(lines()).toHaveLength(before + 1);
});

test('an export that finishes before the response to its start is still downloaded', { tags: '@C15' }, async () => {
  // jsdom can't download.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
  await pages.useProfile();
  goTo('/migrations');
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(2));
  const { written, release } = holdReply('exports/start');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Export' }));
  await written;
  await says(() => document.querySelector('.toast-region'), 'Exported 2 rows');
  expect(click).not.toHaveBeenCalled();
  await release();
  await eventually(() => expect(click).toHaveBeenCalledOnce());
});

/**
 * Shows all loaded rows. Requests for which `isHeld` returns true never get a reply. Resolves with a function that
 * counts the cancelled requests.
 */
const showLoaded = async (isHeld: (args: string) => boolean): Promise<() => number> => {
  await pages.useProfile();
  await pages.call('loaded', 'start', { resource: 'migrations' });
  goTo('/migrations?view=all');
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(2));
  let givenUp = 0;
  pages.intercept('loaded/window', (args, ask, signal) => {
    if (!isHeld(JSON.stringify(args))) return ask(args);
    signal.addEventListener('abort', () => (givenUp += 1));
    return new Promise(() => undefined);
  });
  return () => givenUp;
};
const scope = (): HTMLElement => screen.getByRole('toolbar', { name: 'Filters' });

test('a slow sort shows a message, and Cancel restores the previous order', { tags: '@C33' }, async () => {
  const givenUp = await showLoaded((args) => args.includes('"column":"company"'));
  const head = () => screen.getByRole('columnheader', { name: 'Company' });
  await userEvent.click(within(head()).getByRole('button'));
  await says(scope, /Sorting/);
  expect(head().getAttribute('aria-sort')).toMatch(/ascending/);
  expect(rowsOf('Migrations')).toHaveLength(2);
  await userEvent.click(within(scope()).getByRole('button', { name: 'Cancel' }));
  await eventually(() => expect(givenUp()).toBe(1));
  await eventually(() => expect(scope().textContent).not.toMatch(/Sorting/));
  expect(head().getAttribute('aria-sort')).not.toBe('ascending');
});

test('a slow search shows a message, and Cancel restores the previous rows', { tags: '@C33' }, async () => {
  const givenUp = await showLoaded((args) => args.includes('unfindable'));
  goTo('/migrations?view=all&text=unfindable');
  await says(scope, /Searching/);
  await userEvent.click(within(scope()).getByRole('button', { name: 'Cancel' }));
  await eventually(() => expect(givenUp()).toBeGreaterThan(0));
  await eventually(() => expect(scope().textContent).not.toMatch(/Searching/));
  expect(location.hash).not.toContain('text=');
  await eventually(() => expect(rowsOf('Migrations')).toHaveLength(2));
});

test('a theme is shown while it is saved, and returns if the save fails', { tags: '@C39' }, async () => {
  await pages.call('settings', 'change', { theme: 'light' });
  goTo('/settings?section=appearance');
  const themes = within(await screen.findByRole('radiogroup', { name: 'Appearance' }));
  const shown = () => {
    const chosen = themes.getByRole('radio', { checked: true }).closest('label');
    return [document.documentElement.dataset['theme'], chosen?.textContent];
  };
  await eventually(() => expect(shown()).toEqual(['light', 'Light']));
  const failed = Promise.withResolvers<void>();
  const error = { code: 'internal' as const, at: '2026-11-21T14:32:00.000Z' };
  pages.intercept('settings/change', async () => {
    await failed.promise;
    return { ok: false, error };
  });
  await userEvent.click(themes.getByRole('radio', { name: 'Dark' }));
  await eventually(() => expect(shown()).toEqual(['dark', 'Dark']));
  failed.resolve();
  await eventually(() => expect(shown()).toEqual(['light', 'Light']));
  await says(main, 'Internal error');
});

import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says } from './open-pages.ts';

const pages = openPages();

test('the bell counts the same alerts as the list', { tags: '@C50' }, async () => {
  pages.intercept('alerts/list', async (args, ask) => {
    const outcome = await ask(args);
    // The bell itself requests a single alert.
    const { limit } = args as { readonly limit: number };
    return outcome.ok ? succeed({ ...(outcome.value as object), unread: limit === 1 ? 1 : 2 }) : outcome;
  });
  await pages.useProfile();
  goTo('/alerts');
  await eventually(() => screen.getByRole('link', { name: 'Alerts, 2 unread' }));
  expect(main().textContent).toContain('Alerts');
});

test(
  'the alert list says when and why alerts paused, what arrived in quiet hours, and that notifications are off',
  { tags: '@C50' },
  async () => {
    const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    // Fixed hours: a gap that crosses midnight would be listed as two lines.
    const yesterdayAt = (hour: number, minute: number): string => {
      const day = new Date();
      day.setDate(day.getDate() - 1);
      day.setHours(hour, minute, 0, 0);
      return day.toISOString();
    };
    const reported = {
      // Electron reports false after the system has refused a notification.
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
        { kind: 'gap', from: yesterdayAt(12, 0), to: yesterdayAt(12, 20), why: ['closed'] },
        { kind: 'gap', from: yesterdayAt(12, 30), to: yesterdayAt(12, 40), why: ['key'] },
      ],
    };
    pages.intercept('alerts/notices', async (args, ask) => {
      const outcome = await ask(args);
      return outcome.ok ? succeed({ ...(outcome.value as object), ...reported }) : outcome;
    });
    await pages.useProfile();
    goTo('/alerts');
    const line = (title: RegExp) => () =>
      screen.getAllByRole('listitem').find(({ textContent }) => title.test(textContent ?? ''));
    // On a busy machine, the page may take some minutes to open.
    await says(line(/^Alerts paused for 2[2-9] min/), 'No connection to the service · since');
    await says(line(/4 alerts during quiet hours/), '3 Failed, 1 stuck · no notification was shown');
    // Two gaps without an alert between them are one line.
    await says(line(/^Alerts were paused for 30 min, 2 times/), 'The API key was rejected, The console was closed');
    expect(main().textContent).toContain('Notifications are blocked.');
  },
);

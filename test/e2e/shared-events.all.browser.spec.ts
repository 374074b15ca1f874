import type { Request } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test(
  'two tabs share one event stream, which the remaining tab takes over',
  { tag: '@C10' },
  async ({ console: open }) => {
    const { page: first } = open;
    await expect(new TablePage(first, 'Migrations').rows).toHaveCount(25);
    const streams: string[] = [];
    const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/events';
    first.context().on('request', (request) => void (isStream(request) && streams.push(request.url())));

    // A tab opened by a page starts with a copy of that page's sessionStorage.
    const [second] = await Promise.all([
      first.waitForEvent('popup'),
      first.evaluate(() => void window.open(location.href)),
    ]);
    await expect(new TablePage(second, 'Migrations').rows).toHaveCount(25);
    const themeOf = (page: typeof first) => page.locator('html').getAttribute('data-theme');
    await mustCall(first, 'settings', 'change', { theme: 'dark' });
    await expect.poll(() => themeOf(second)).toBe('dark');
    expect(streams).toEqual([]);

    const takeoverRequest = second.waitForRequest(isStream);
    // Leaves the page instead of closing the tab, which would close the browser's whole context.
    await first.goto('about:blank');
    expect((await takeoverRequest).headers()['last-event-id']).toMatch(/^\d+$/);
    await mustCall(second, 'settings', 'change', { theme: 'light' });
    await expect.poll(() => themeOf(second)).toBe('light');
  },
);

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { contentsBelow, hitsIn, processesBelow, processTexts } from '#test/fixtures/secrets/secret-search.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const canary = 'ferry_test_CANARY+/0c9d41f7aa52';
const tokenCanary = 'link-token-CANARY+/9b2e77c0d3f1';

/** Everything that a page stores and shows. */
const pageText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
    return [...stored, JSON.stringify(databases), ...fields, document.documentElement.outerHTML].join('\n');
  });

test(
  'the canary key and a canary link token never leave the main process, not even after a crash',
  { tag: ['@C1', '@T6', '@T7'] },
  async ({ console: open }) => {
    const { page } = open;
    const service = await startFakeService();
    const results = [migrationOf(1), migrationOf(2)];
    service.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 2 } } });
    service.answer('/api/v1/companies', (request, reply) =>
      reply.writeHead(500).end(JSON.stringify({ type: 'api_error', message: `echo ${request.headers.authorization}` })),
    );
    const draft = { name: 'Canary', environment: 'test', baseURL: service.url };
    const { id } = await mustCall<{ id: string }>(page, 'profiles', 'add', draft);
    const set = await callConsole(page, 'apiKey', 'set', { profileId: id, key: canary, storage: 'session' });
    await mustCall(page, 'profiles', 'switch', { id });

    const migrations = new TablePage(page, 'Migrations');
    await migrations.open();
    await expect(migrations.rows).toHaveCount(2);
    await new TablePage(page, 'Companies').open();
    await expect(page.getByText('The service failed three times')).toBeVisible();
    const places = new Map<string, string | Buffer>([['the page', await pageText(page)]]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    places.set('Settings', await pageText(page));

    service.answer('/api/v1/link-token', { body: { link_token: tokenCanary } });
    await page.getByRole('link', { name: 'Link tokens' }).click();
    await page.getByRole('button', { name: 'Create a link token' }).click();
    await expect(page.getByText('Shown only once')).toBeVisible();
    places.set('Link tokens', await pageText(page));
    await page.getByRole('link', { name: 'Modal lab' }).click();
    await page.getByText('Listening for events').waitFor();
    await page.getByRole('button', { name: 'New token and open' }).click();
    await expect(page.getByRole('log').getByText('startModal() rejected')).toBeVisible();
    places.set('Modal lab', await pageText(page));

    places.set('the reply to the key', JSON.stringify(set));
    const { lines } = await mustCall<{ lines: { id: string }[] }>(page, 'requests', 'list', {});
    expect(lines.length).toBeGreaterThan(2);
    for (const { id: line } of lines) {
      places.set(`request ${line}`, JSON.stringify(await callConsole(page, 'requests', 'get', { id: line })));
      places.set(`curl ${line}`, JSON.stringify(await callConsole(page, 'requests', 'curl', { id: line })));
    }
    for (const [topic, verb] of [
      ['console', 'state'],
      ['profiles', 'list'],
      ['settings', 'get'],
      ['diagnostics', 'text'],
      ['selfCheck', 'read'],
      ['requests', 'drift'],
      ['linkTokens', 'history'],
    ] as const) {
      places.set(`${topic}.${verb}`, JSON.stringify(await callConsole(page, topic, verb, {})));
    }
    places.set('export', JSON.stringify(await mustCall(page, 'profiles', 'export', { ids: [id] })));
    const processes = processesBelow(open.pid);
    for (const [name, bytes] of processTexts(processes)) places.set(`process ${name}`, bytes);

    process.kill(open.pid, 'SIGKILL');
    // The Sandbox's service and all other processes exit with the main process.
    const findRunning = () => processes.filter((pid) => existsSync(`/proc/${pid}`));
    expect(processes.length).toBeGreaterThan(1);
    await expect.poll(findRunning).toEqual([]);
    for (const [file, bytes] of contentsBelow(open.userData)) places.set(path.relative(open.userData, file), bytes);
    await service.close();

    const foundPlaces = [...places].filter(
      ([, text]) => hitsIn(Buffer.from(text as string), [canary, tokenCanary]) > 0,
    );
    expect(foundPlaces.map(([name]) => name)).toEqual([]);
    expect([...places.keys()].some((name) => name.startsWith('logs'))).toBe(true);
  },
);

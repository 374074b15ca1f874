import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SaveFile } from '#main/console/ports/save-file.ts';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { askLab, reportToLab } from '#test/fixtures/console/lab-page.ts';
import { startPlanted, type PlantedService } from '#test/fixtures/service/planted-service.ts';
import { launcherOf } from '#test/fixtures/console/running-sandbox.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';

let service: PlantedService;
let theConsole: TestConsole;
let target: string | null;
/** Saves without a dialog, to a path that a test chooses. */
const saveFile: SaveFile = {
  choose: async ({ fileName }) =>
    target === null ? null : { file: target, fileName, written: () => ({ path: target, download: null }) },
  reveal: () => false,
};
beforeEach(async () => {
  service = await startPlanted('none');
  theConsole = openTestConsole({ launchService: launcherOf(service), saveFile });
  target = `${theConsole.userDataDir}/bundle.zip`;
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

async function firstMigration(): Promise<{ id: string; user: string }> {
  const { rows } = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 }));
  const [row] = rows;
  if (row?.kind !== 'row') throw new TypeError('no row');
  return { id: row.value.id, user: row.value.createdByUserId ?? '' };
}

test('a migration’s bundle is previewed and saved exactly as shown', { tags: '@W5' }, async () => {
  const { id, user } = await firstMigration();
  const shownResult = valueOf(
    await theConsole.call('supportBundle', 'preview', { subject: { kind: 'migration', id }, userIds: false }),
  );
  expect(shownResult.files.map(({ name }) => name)).toEqual([
    'README.txt',
    'migration.json',
    'copied.md',
    'copied.json',
    'activity.json',
    'timeline.md',
    'timeline.json',
    'requests.md',
    'requests.json',
    'versions.json',
  ]);
  expect(shownResult.hidesUsers).toBe(true);
  const savedResult = valueOf(await theConsole.call('supportBundle', 'save', { previewId: shownResult.previewId }));
  expect(savedResult).toEqual({ result: 'saved', fileName: shownResult.fileName, path: target, download: null });
  const unpacked = unzipSync(readFileSync(target ?? ''));
  const texts = Object.fromEntries(Object.entries(unpacked).map(([name, bytes]) => [name, strFromU8(bytes)]));
  for (const { name, text } of shownResult.files) expect(texts[name]).toBe(text);
  const all = Object.values(texts).join('\n');
  expect(all).toContain(id);
  expect(all).not.toContain(user);
  expect(hitsIn(Buffer.from(all), [service.apiKey])).toBe(0);
  // The bundle includes only this row of the list's reply.
  const others = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 }));
  const otherIds = others.rows.slice(1).map((row) => (row.kind === 'row' ? row.value.id : ''));
  expect(otherIds.filter((each) => all.includes(each))).toEqual([]);
});

test('user IDs are included if the user selects the option', { tags: '@W5' }, async () => {
  const { id, user } = await firstMigration();
  const subject = { kind: 'migration' as const, id };
  const shownResult = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: true }));
  expect(shownResult.files.find(({ name }) => name === 'migration.json')?.text).toContain(user);
});

test('closing the dialog saves nothing, and a discarded preview has its own error', { tags: '@W5' }, async () => {
  const { id } = await firstMigration();
  const subject = { kind: 'migration' as const, id };
  const { previewId } = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: false }));
  target = null;
  expect(valueOf(await theConsole.call('supportBundle', 'save', { previewId }))).toEqual({ result: 'dismissed' });
  expect(errorOf(await theConsole.call('supportBundle', 'save', { previewId: 'gone' })).code).toBe('not_found');
});

test('a missing folder gives an error that names it, and leaves no file', { tags: ['@W5', '@F13'] }, async () => {
  const { id } = await firstMigration();
  const subject = { kind: 'migration' as const, id };
  const { previewId } = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: false }));
  target = `${theConsole.userDataDir}/nowhere/bundle.zip`;
  const error = errorOf(await theConsole.call('supportBundle', 'save', { previewId }));
  expect(error.code).toBe('export_not_saved');
  expect(error.detail).toContain('nowhere');
});

test(
  'a migration unknown to the service still gives a bundle, which says that it is unknown',
  { tags: '@W5' },
  async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const shownResult = valueOf(
      await theConsole.call('supportBundle', 'preview', { subject: { kind: 'migration', id }, userIds: false }),
    );
    expect(shownResult.files[0]?.text).toContain("The service didn't return the migration");
    expect(shownResult.files.map(({ name }) => name)).toContain('requests.json');
  },
);

test(
  'a bundle of a lab session has its events and calls, but no key, token or modal URL',
  { tags: ['@W5', '@T7'] },
  async () => {
    const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
    const { labId } = view;
    const userId = 'ada.lovelace@example.com';
    await reportToLab(view, { kind: 'ready', storage: 'ok' });
    valueOf(await theConsole.call('modalLab', 'start', { labId, userId, sourceProviders: [] }));
    await reportToLab(view, { kind: 'call', name: 'startModal' });

    // Like the lab's page: requests a token from the lab's backend, then calls the service directly.
    const { link_token: linkToken } = JSON.parse((await askLab(view, 'link-token')).text) as { link_token: string };
    const post = async (path: string, bearer: string, body: unknown) => {
      const headers = {
        Authorization: `Bearer ${bearer}`,
        'Content-Type': 'application/json',
        Origin: new URL(view.address).origin,
      };
      const reply = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      await reportToLab(view, { kind: 'request', method: 'POST', path, status: reply.status, ms: 3 });
      return (await reply.json()) as Record<string, string>;
    };
    const exchangeResult = await post('/api/v1/access-token', linkToken, { link_token: linkToken });
    const accessToken = exchangeResult['access_token'] ?? '';
    const modal = await post('/api/v1/migration-modal', accessToken, { user_id: userId });
    const address = modal['url'] ?? '';
    expect([accessToken.length > 20, address.length > 20]).toEqual([true, true]);
    const data = { status: 'NOT_READY', access_token: accessToken, note: `made with ${linkToken} for ${userId}` };
    const event = { type: 'migration_modal.opened', data };
    await reportToLab(view, { kind: 'event', message: { source: 'ferry_modal', event } });

    const subject = { kind: 'lab' as const, labId };
    const shownResult = valueOf(await theConsole.call('supportBundle', 'preview', { subject, userIds: false }));
    valueOf(await theConsole.call('supportBundle', 'save', { previewId: shownResult.previewId }));
    const unpacked = unzipSync(readFileSync(target ?? ''));
    const textOf = (name: string) => strFromU8(unpacked[name] ?? new Uint8Array());
    expect(textOf('events.md')).toContain('migration_modal.opened');
    expect(JSON.parse(textOf('events.json'))).toMatchObject([
      {
        entries: expect.arrayContaining([expect.objectContaining({ name: 'startModal()' })]),
        requests: expect.arrayContaining([
          expect.objectContaining({ from: 'backend', path: '/api/v1/link-token', status: 200 }),
          expect.objectContaining({ from: 'page', path: '/api/v1/access-token', status: 200 }),
          expect.objectContaining({ from: 'page', path: '/api/v1/migration-modal', status: 200 }),
        ]),
      },
    ]);
    expect(textOf('requests.md')).toContain('/api/v1/link-token');
    const all = Object.keys(unpacked).map(textOf).join('\n');
    expect(hitsIn(Buffer.from(all), [service.apiKey, linkToken, accessToken, address, view.address])).toBe(0);
    expect(all).not.toContain(userId);
  },
);

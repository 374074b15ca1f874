import type { MigrationMetadata } from '#sdk/public-types.ts';
import type { FerryService } from './ferry-service.ts';
import { expect, type Host, test } from './sdk-test.ts';

const userId = 'ada@aurora.example';

/** Starts a modal and moves its migration, as the copy would. Returns the migration's ID. */
const startAndMove = async (host: Host, service: FerryService, statuses: readonly string[]): Promise<string> => {
  await host.start();
  await expect.poll(async () => (await host.events()).length).toBeGreaterThan(0);
  const id: string = (await host.events())[0]!.event.data.migration_id;
  await host.page.evaluate('Ferry.close()');
  for (const status of statuses)
    expect((await service.call('POST', `/control/migrations/${id}/status`, { status })).status).toBe(200);
  return id;
};

const working = ['NOT_STARTED', 'WORKING'];
const ends = [
  ['completed', [...working, 'COMPLETE'], false],
  ['failed', [...working, 'FAILED'], true],
  ['cancelled', ['LOGIN_ABANDONED'], true],
] as const;

for (const [event, statuses, isExpired] of ends)
  test(
    `init reports a ${event} migration once${isExpired ? ', even after the access token expired' : ''}`,
    { tag: '@S3' },
    async ({ host, service }) => {
      const migrationId = await startAndMove(host, service, statuses);
      if (isExpired) await service.call('POST', '/control/tokens/expire');
      await host.page.reload();
      const status = statuses.at(-1);
      expect(await host.init({ userId })).toEqual({
        migrationId,
        status,
        userId,
        url: expect.stringContaining(`${service.url}/modal/`),
      });
      expect(await host.eventTypes()).toEqual([event]);
      expect((await host.events())[0]?.event.data).toMatchObject({ migration_id: migrationId, status });
      expect(
        await host.page.evaluate('[localStorage.length, Ferry.isOpen(), document.querySelector("dialog")]'),
      ).toEqual([0, false, null]);
      expect(await host.closes()).toBe(0);
      expect(await host.init({ userId })).toBeNull();
      expect(await host.eventTypes()).toEqual([event]);
    },
  );

test('a copy that outlives its access token is reported by a later init', { tag: '@S3' }, async ({ host, service }) => {
  const migrationId = await startAndMove(host, service, working);
  await service.call('POST', '/control/tokens/expire');
  await host.page.reload();
  expect(await host.init({ userId })).toBeNull();
  await service.call('POST', `/control/migrations/${migrationId}/status`, { status: 'COMPLETE' });
  expect(await host.init({ userId })).toMatchObject({ migrationId, status: 'COMPLETE' });
  expect((await host.events())[0]?.event).toMatchObject({
    type: 'migration_modal.completed',
    data: { counts: { copied: expect.any(Number), failed: 0 } },
  });
});

test(
  'startModal reopens the migration of the same user, unless startNew is set',
  { tag: '@S1' },
  async ({ host, service }) => {
    const migrationId = await startAndMove(host, service, working);
    const exchanges: string[] = [];
    host.page.on('request', (request) => request.url().endsWith('/access-token') && exchanges.push(request.url()));
    const open = async (options: object) =>
      host.page.evaluate(
        ([token, more]) =>
          (
            window as unknown as { Ferry: { startModal(options: object): Promise<MigrationMetadata> } }
          ).Ferry.startModal({
            userId: 'ada@aurora.example',
            linkToken: token,
            ...more,
          }),
        [await service.linkToken(), options] as const,
      );
    expect(await open({})).toMatchObject({ migrationId, status: 'WORKING', userId });
    await expect(host.page.locator('iframe')).toBeVisible();
    expect(exchanges).toEqual([]);
    await host.page.evaluate('Ferry.close()');
    const next = await open({ startNew: true });
    expect(next.migrationId).not.toBe(migrationId);
    expect(exchanges).toHaveLength(1);
    await host.page.evaluate('Ferry.close()');
    // Before its login, a session isn't reopened.
    expect((await open({})).migrationId).not.toBe(next.migrationId);
  },
);

test('startModal without userId uses the user of the link token', { tag: '@S1' }, async ({ host, service }) => {
  const { body } = await service.call('POST', '/api/v1/link-token', { user_id: userId });
  const started = await host.page.evaluate(
    (linkToken) =>
      (window as unknown as { Ferry: { startModal(options: object): Promise<MigrationMetadata> } }).Ferry.startModal({
        linkToken,
      }),
    (body as { link_token: string }).link_token,
  );
  expect(started).toMatchObject({ userId, status: 'NOT_READY' });
  await host.page.reload();
  expect(await host.init({ userId })).toMatchObject({ userId, migrationId: started.migrationId });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportSchema } from '#shared/reports-api/reports.ts';
import { type DavServer, hasDavServers, startDavServer, davServersNote } from '#test/fixtures/service/dav-servers.ts';
import { type PoisonedServer, startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { dataFolder } from './data-folder.ts';
import { card, inTime } from './dav-migrating.ts';
import { callService, runService, runToEnd } from './run-service.ts';

const count = 60;
let source: DavServer;
let destination: DavServer;
let gate: PoisonedServer;
let folder = '';

/** Writes a providers file for an organization. */
const providersFile = (organization: string): string => {
  const file = path.join(folder, 'providers.json');
  const { user, password, url } = destination;
  const content = {
    sources: [{ name: 'Harbour Mail', kind: 'dav', address: gate.url }],
    destinations: [{ organization, kind: 'dav', address: url, user, password }],
    allow_loopback: true,
  };
  writeFileSync(file, JSON.stringify(content));
  return file;
};

describe.skipIf(!hasDavServers)(`the service that copies${davServersNote}`, { tags: '@X29' }, () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'ferry-providers-'));
    [source, destination] = await Promise.all([startDavServer('radicale'), startDavServer('radicale')]);
    const names = Array.from({ length: count }, (_, index) => `p${index}`);
    await source.fill(
      'people',
      names.map((name) => [`${name}.vcf`, card(name, `Ada ${name}`)] as const),
    );
    gate = await startPoisonedServer(source, new Map());
  });
  afterAll(async () => {
    gate?.close();
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([source?.close(), destination?.close()]);
  });

  test(
    'after SIGKILL during a copy, the next process asks for the login, loses nothing and writes nothing twice',
    { tags: ['@X29', '@F51'] },
    async () => {
      const flags = ['--data', dataFolder(), '--migrations', '0', '--companies', '0', '--allow-control'];
      const run = () => runService([...flags, '--providers', providersFile('Brightwater')]);
      let service = await run();
      const { apiKey } = service.line;
      const call = (place: string, more: { bearer?: string; body?: unknown } = {}) =>
        callService({ ...service.line, apiKey }, place, more);
      const token = String((await call('/api/v1/link-token', { body: {} })).body['link_token']);
      const exchangeResult = await call('/api/v1/access-token', { bearer: token, body: { link_token: token } });
      const openedReply = await call('/api/v1/migration-modal', {
        bearer: String(exchangeResult.body['access_token']),
        body: { user_id: 'ada@example.com' },
      });
      const modal = new URL(String(openedReply.body['url'])).pathname;
      // A busy server may time out during a login: the test tries again.
      const logIn = (leadsTo: string) =>
        inTime(async () => {
          const { body } = await call(`${modal}/login`, { body: { user_name: 'ada', password: 'secret' } });
          if (body['status'] !== leadsTo) throw new Error(`it is ${String(body['status'])}`);
          return body;
        });
      const reach = (...statuses: string[]) =>
        inTime(async () => {
          const { body } = await call(`${modal}/state`);
          if (!statuses.includes(String(body['status']))) throw new Error(`it is ${String(body['status'])}`);
          return body;
        });
      expect(await logIn('NOT_STARTED')).toMatchObject({ progress: [{ name: 'people', total: count }] });
      gate.limit = count / 2;
      await call(`${modal}/begin`, { body: {} });
      await inTime(async () => {
        if (gate.requestedIds.size < gate.limit || destination.copied().size < 5) throw new Error('too few yet');
      });
      await service.end('SIGKILL');
      expect(destination.copied().size).toBeLessThan(count);
      gate.limit = Infinity;

      service = await run();
      // Lets the lease of the killed copy expire.
      await call('/control/clock', { body: { advance_seconds: 16 } });
      expect(await reach('PENDING_USER_INPUT')).toMatchObject({ question: null, login: { step: 'password' } });
      await logIn('WORKING');
      const { migration_id: id } = await reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED');
      const report = reportSchema.parse((await call(`/reports/v1/migrations/${String(id)}`)).body);
      expect(report).toMatchObject({ status: 'COMPLETE', total: count, copied: count, failed: 0, pending: 0 });
      const uids = [...destination.copied().values()].map((text) => /^UID:(\w+)/m.exec(text)?.[1]);
      expect(uids).toHaveLength(count);
      expect(new Set(uids).size).toBe(count);
      await service.end();
    },
  );

  test('a destination for an unknown organization stops the start with one sentence', { tags: '@X29' }, async () => {
    const flags = ['--migrations', '0', '--companies', '0', '--providers', providersFile('Brightwatr')];
    const { code, stderr, stdout } = await runToEnd(flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/destinations\[0\]\.organization: the organization "Brightwatr" doesn't exist; [^\n]*\.\n$/);
    expect(stderr).not.toContain(destination.password);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import type { DataChannel } from '#main/console/ports/console-ports.ts';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import { type RunningProcess, runService } from '#test/service/run-service.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-listener-'));
let service: RunningProcess | undefined;
let theConsole: TestConsole | undefined;
let receiver: WebhookReceiver | undefined;
afterEach(async () => {
  await theConsole?.close();
  await receiver?.kill();
  await service?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Tries to bind the port this often, because an outgoing connection may briefly occupy it. */
const portTries = 5;

/** Starts the service on the test's folder and this port. */
const startService = async (port: string): Promise<RunningProcess> => {
  const size = ['--migrations', '200', '--companies', '2'];
  const args = ['--data', path.join(folder, 'service'), '--port', port, '--allow-control', ...size];
  for (let left = port === '0' ? 1 : portTries; ; left -= 1) {
    try {
      service = await runService(args);
      return service;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
};

test(
  'listen: every event arrives unchanged while receiver, service, data process and console stop in turn',
  { tags: ['@W10', '@F50'], timeout: 90_000 },
  async () => {
    const { url, apiKey } = (await startService('0')).line;
    const ask = async (target: string, body?: object): Promise<unknown> => {
      const reply = await fetch(url + target, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([target, reply.status]).toEqual([target, 200]);
      return reply.json();
    };
    const { results } = (await ask('/api/v1/migrations?page_size=100')) as {
      results: { id: string; status: string }[];
    };
    const working = results.find(({ status }) => status === 'WORKING')?.id;
    let turns = 0;
    /** Changes one migration's status three times, back and forth. */
    const change = async () => {
      for (const end = turns + 3; turns < end; turns += 1) {
        const status = turns % 2 === 0 ? 'PENDING_USER_INPUT' : 'WORKING';
        await ask(`/control/migrations/${working}/status`, { status });
      }
    };
    const channels: DataChannel[] = [];
    const launchData = createDataLauncher(builtData);
    const secrets = createMemoryStore();
    const open = () =>
      openTestConsole({
        secrets,
        userDataDir: path.join(folder),
        launchData: (place) => {
          const channel = launchData(place);
          channels.push(channel);
          return channel;
        },
      });
    const readList = async () => void valueOf(await theConsole!.call('migrations', 'list', { page: 1, pageSize: 10 }));
    const state = async () => valueOf(await theConsole!.call('listener', 'state', {}));
    receiver = await openWebhookReceiver();
    const receivedIds = (): ReadonlySet<string> => new Set(receiver?.received.map(({ id }) => id));

    theConsole = open();
    const { id } = valueOf(
      await theConsole.call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL: url }),
    );
    valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: apiKey, storage: 'session' }));
    valueOf(await theConsole.call('profiles', 'switch', { id }));
    valueOf(await theConsole.call('listener', 'start', { address: receiver.url() }));
    await eventually(async () => expect((await state()).feed).toBe('following'));
    await change();
    await eventually(() => expect(receivedIds().size).toBe(3));

    await receiver.kill();
    await change();
    await eventually(async () => expect((await state()).counts.waiting).toBe(3));
    await receiver.start();
    await eventually(() => expect(receivedIds().size).toBe(6));

    channels.at(-1)?.stop();
    await change();
    await eventually(() => expect(receivedIds().size).toBe(9));

    const { port } = new URL(url);
    await service?.end('SIGKILL');
    await eventually(async () => expect((await state()).feed).toBe('trouble'));
    await startService(port);
    await change();
    await eventually(() => expect(receivedIds().size).toBe(12));

    await theConsole.close();
    await change();
    theConsole = open();
    // The key was stored for the session only, so the test sets it again.
    valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: apiKey, storage: 'session' }));
    await readList();
    await eventually(() => expect(receivedIds().size).toBe(15));

    const { results: events } = (await ask('/webhooks/v1/events')) as { results: { id: string }[] };
    expect(new Set(events.map((event) => event.id))).toEqual(receivedIds());
    const bodies = new Map(events.map(({ id: eventId, ...body }) => [eventId, JSON.stringify(body)]));
    const { secret } = await state();
    const verifier = new Webhook(secret ?? '');
    for (const { id: eventId, body, headers } of receiver.received) {
      expect(body).toBe(bodies.get(eventId));
      verifier.verify(body, headers as Record<string, string>);
    }
  },
);

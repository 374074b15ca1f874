import { afterEach, expect, test } from 'vitest';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const wantedMigration = migrationOf(7);
const path = `/api/v1/migrations/${wantedMigration.id}`;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

async function serve(answer: Parameters<FakeService['answer']>[1]): Promise<FakeService> {
  const service = await startFakeService();
  service.answer(path, answer);
  cleanups.push(service.close);
  return service;
}

function open(): TestConsole {
  const theConsole = openTestConsole();
  cleanups.push(theConsole.close);
  return theConsole;
}

test(
  'an ID lookup searches all profiles at the same time, each with its key, and the active profile stays',
  { tags: '@W7' },
  async () => {
    const here = await serve({ status: 404, body: { type: 'api_error', message: 'no' } });
    const there = await serve({ body: wantedMigration });
    const failing = await serve({ status: 503, body: '' });
    const theConsole = open();
    await connectTo(theConsole, failing.url, { name: 'Failing' });
    const found = await connectTo(theConsole, there.url, { name: 'There' });
    const baseURL = 'https://without-key.example';
    valueOf(await theConsole.call('profiles', 'add', { name: 'No key', environment: 'test', baseURL }));
    const active = await connectTo(theConsole, here.url, { name: 'Here' });
    const notifications = () =>
      theConsole.events.flatMap((event) => (event.name === 'everywhere:searched' ? [event.data.searched.name] : []));
    const stop = new AbortController();
    const sandbox = theConsole.call('everywhere', 'search', { text: wantedMigration.id }, stop.signal);
    await eventually(() => expect(notifications().toSorted()).toEqual(['Failing', 'Here', 'No key', 'There']));
    stop.abort();
    const answers = valueOf(await sandbox);
    expect(answers.map(({ name, phase, matched, problem }) => [name, phase, problem?.code ?? matched])).toEqual([
      // This console's Sandbox never starts, so its lookup is cancelled with the call.
      ['Sandbox', 'failed', 'cancelled'],
      ['Failing', 'failed', 'service_failed'],
      ['There', 'searched', 1],
      ['No key', 'failed', 'no_key'],
      ['Here', 'searched', 0],
    ]);
    expect(answers.find(({ profileId }) => profileId === found)?.migrations).toMatchObject([
      { id: wantedMigration.id },
    ]);
    for (const service of [here, there, failing]) {
      expect(service.requests.filter((line) => line === `GET ${path}`)).toHaveLength(1);
    }
    expect(notifications()).toHaveLength(4);
    const { profile, connection } = valueOf(await theConsole.call('console', 'state', {}));
    expect([profile.id, connection.state]).toEqual([active, 'connected']);
  },
);

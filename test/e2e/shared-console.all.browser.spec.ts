import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { resetConsole } from '#test/fixtures/console/reset-console.ts';

/** The state of a first start, without times and random ids. */
async function readAllState(page: Page): Promise<unknown> {
  const read = <Value>(topic: string, verb: string, args: object = {}) => mustCall<Value>(page, topic, verb, args);
  const { preferences } = await read<{ preferences: object }>('settings', 'get');
  const { rows } = await read<{ rows: readonly { value: { id: string; status: string } }[] }>('migrations', 'list', {
    page: 1,
    pageSize: 100,
  });
  const ids = rows.map(({ value: { id } }) => id);
  const rules = await read<readonly { id: string; isOn: boolean; notifies: boolean; when: object; of: object }[]>(
    'alerts',
    'rules',
  );
  const { state } = await read<{ state: { faults: readonly unknown[]; scenario: unknown } }>('sandbox', 'state');
  const {
    isOn: isListening,
    address,
    events,
  } = await read<Record<'isOn' | 'address' | 'events', unknown>>('listener', 'state');
  return {
    preferences,
    rows: rows.map(({ value: { id, status } }) => `${id} ${status}`),
    profiles: (await read<{ profiles: readonly { name: string }[] }>('profiles', 'list')).profiles.length,
    watched: await read('watch', 'list'),
    views: await read('views', 'list'),
    noted: await read('triage', 'list', { ids }),
    rules: rules.map(({ id, isOn, when, of, notifies }) => ({ id, isOn, when, of, notifies })),
    alerts: await read('alerts', 'list', { unreadOnly: false, before: null, limit: 10 }),
    faults: state.faults,
    scenario: state.scenario,
    brand: await read('sandbox', 'brand'),
    keys: await read('connectApp', 'keys'),
    endpoints: (await read<{ results: readonly unknown[] }>('webhooks', 'endpoints')).results,
    listener: { isListening, address, events },
    paused: (await read<{ paused: boolean }>('requests', 'list')).paused,
    forced: await page.evaluate(() => matchMedia('(forced-colors: active)').matches),
  };
}

test.use({ isWholeBrowser: true });

test(
  'a shared console is reset to its first start, whatever a test has changed',
  { tag: '@C20' },
  async ({ console: open }) => {
    const { page } = open;
    const before = await readAllState(page);
    const change = (topic: string, verb: string, args: object) => mustCall(page, topic, verb, args);
    const { rows } = await mustCall<{ rows: readonly { value: { id: string; status: string } }[] }>(
      page,
      'migrations',
      'list',
      { page: 1, pageSize: 100 },
    );
    const [first, second] = rows.map(({ value }) => value);
    const working = rows.find(({ value }) => value.status === 'WORKING')?.value;
    if (!first || !second || !working) throw new Error('The Sandbox has too few rows.');
    // Reading the timeline records the first status, so the failure counts as a change.
    await change('timeline', 'get', { id: working.id });
    await change('sandbox', 'moveMigration', { id: working.id, status: 'FAILED' });
    await change('migrations', 'get', { id: working.id });
    const notifications = () =>
      mustCall<{ total: number }>(page, 'alerts', 'list', { unreadOnly: false, before: null, limit: 1 });
    await expect.poll(async () => (await notifications()).total).toBeGreaterThan(0);

    await change('settings', 'change', {
      theme: 'dark',
      pageSize: 50,
      tables: { migrations: { hidden: ['company'] } },
    });
    await change('profiles', 'add', { name: 'Another', environment: 'test', baseURL: 'http://127.0.0.1:9' });
    await change('watch', 'add', { ids: [first.id] });
    await change('views', 'save', { page: 'migrations', name: 'Mine', search: {}, layout: {} });
    await change('triage', 'note', { id: first.id, note: 'Called them.' });
    await change('triage', 'handle', { migrations: [{ id: second.id, status: second.status }] });
    const rule = { isOn: true, when: { kind: 'waiting', hours: 3 }, of: { kind: 'any' }, notifies: false };
    await change('alerts', 'saveRule', { ...rule, id: null });
    await change('alerts', 'saveRule', { ...rule, id: 'failed', isOn: false });
    await change('sandbox', 'setBrand', { name: 'Brightwater' });
    await change('connectApp', 'makeKey', { description: 'Mine', keep: 'session' });
    const endpoint = { url: 'http://127.0.0.1:9/hook', description: '', statuses: null, confirmed: true };
    await change('webhooks', 'addEndpoint', endpoint);
    await change('listener', 'start', { address: null });
    await change('sandbox', 'addFault', { rule: { effect: { status: 503 } } });
    await change('requests', 'pause', { paused: true });
    await page.emulateMedia({ forcedColors: 'active' });

    await resetConsole(open);
    expect(await readAllState(page)).toEqual(before);
  },
);

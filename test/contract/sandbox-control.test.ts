import { pngImage } from '#service/testing/png-image.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { startPlanted, type PlantedService } from '#test/fixtures/service/planted-service.ts';
import { reportToLab } from '#test/fixtures/console/lab-page.ts';
import { launcherOf } from '#test/fixtures/console/running-sandbox.ts';
import { json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

let service: PlantedService | undefined;
let theConsole: TestConsole;
let other: TestApi | undefined;
afterEach(async () => {
  await theConsole.close();
  await service?.close();
  other?.close();
  service = undefined;
  other = undefined;
});

async function openControlled(): Promise<void> {
  service = await startPlanted('none');
  theConsole = openTestConsole({ launchService: launcherOf(service) });
}

async function useService(baseURL: string, environment: 'test' | 'production' = 'test'): Promise<void> {
  const { id } = valueOf(await theConsole.call('profiles', 'add', { name: 'Own', environment, baseURL }));
  const key = service?.apiKey ?? 'ferry_test_of_a_test_0000';
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
}
const state = async () => {
  const view = valueOf(await theConsole.call('sandbox', 'state', {}));
  return view.kind === 'control' ? view.state : view.reason;
};

describe('control from the console', { tags: '@W4' }, () => {
  test('each control change returns the new state, and one call resets everything', async () => {
    await openControlled();
    const rule = { match: { method: 'GET', path: '/api/v1/migrations' }, effect: { status: 404 }, times: 1 };
    await theConsole.call('sandbox', 'addFault', { rule });
    await theConsole.call('sandbox', 'setScenario', { next: 'slow', times: 3 });
    const movedResult = valueOf(await theConsole.call('sandbox', 'advanceClock', { seconds: 61 }));
    expect(movedResult).toMatchObject({
      kind: 'control',
      state: { offset_ms: 61_000, scenario: { next: 'slow', times: 3 }, rules: [{ id: 1, met: 0 }] },
    });
    expect(errorOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 })).code).toBe('not_found');
    expect(await state()).toMatchObject({ rules: [{ met: 1 }] });
    const normal = valueOf(await theConsole.call('sandbox', 'backToNormal', {}));
    expect(normal).toMatchObject({ state: { offset_ms: 0, scenario: null, rules: [] } });
  });

  test(
    'the countdown of the access token in the lab follows the clock, expired tokens and a reset',
    { tags: '@C16' },
    async () => {
      await openControlled();
      const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
      const { labId } = view;
      const ageOfToken = async () => {
        const lab = valueOf(await theConsole.call('modalLab', 'open', { labId }));
        return lab.view.flow?.accessToken?.ageMs ?? null;
      };
      await reportToLab(view, { kind: 'ready', storage: 'ok' });
      const lifetime = 3_600_000;
      for (const [name, args, minAgeMs] of [
        ['advanceClock', { seconds: 61 }, 61_000],
        ['expireTokens', {}, lifetime],
        ['reset', { seed: 1, migrations: 1, companies: 1 }, lifetime],
      ] as const) {
        const start = { labId, userId: 'ada@aurora.example', sourceProviders: [], confirmed: true };
        valueOf(await theConsole.call('modalLab', 'start', start));
        await reportToLab(view, { kind: 'request', method: 'POST', path: '/api/v1/access-token', status: 200, ms: 5 });
        expect(await ageOfToken()).toBeLessThan(60_000);
        valueOf(await theConsole.call('sandbox', 'state', {}));
        valueOf(await theConsole.call('sandbox', name, args));
        expect(await ageOfToken()).toBeGreaterThanOrEqual(minAgeMs);
      }
    },
  );

  test('the service stores the brand and every page receives it, and an invalid brand is rejected before any request', async () => {
    await openControlled();
    const brand = { name: 'Tide & Co', accent: '#3d3ba6', logo: pngImage().toString('base64') };
    expect(valueOf(await theConsole.call('sandbox', 'brand', {}))).toMatchObject({
      name: null,
      accent: null,
      logo: null,
    });
    expect(valueOf(await theConsole.call('sandbox', 'setBrand', brand))).toMatchObject(brand);
    expect(theConsole.events.filter(({ name }) => name === 'sandbox:brand-changed')).toMatchObject([{ data: brand }]);
    for (const wrong of [
      { accent: '#ffcc00' },
      { accent: 'red' },
      { name: ' ' },
      { logo: 'A'.repeat(60_000) },
      { font: 'x' },
    ]) {
      expect(errorOf(await theConsole.call('sandbox', 'setBrand', wrong as never)).code).toBe('invalid_arguments');
    }
    const damagedData = { logo: pngImage().subarray(0, 60).toString('base64') };
    expect(errorOf(await theConsole.call('sandbox', 'setBrand', damagedData))).toMatchObject({
      code: 'invalid_request',
      detail: "The logo isn't a complete PNG image.",
    });
    expect(valueOf(await theConsole.call('sandbox', 'brand', {}))).toMatchObject(brand);
  });

  test('pages are notified if the Sandbox changes, but not if its state is read', async () => {
    await openControlled();
    await state();
    const notifications = () => theConsole.events.filter(({ name }) => name === 'sandbox:changed').length;
    const before = notifications();
    await state();
    await state();
    expect(notifications()).toBe(before);
    await theConsole.call('sandbox', 'setScenario', { next: 'good', times: 1 });
    expect(notifications()).toBe(before + 1);
  });

  test('an invalid step of a migration returns the service’s message', async () => {
    await openControlled();
    const { rows } = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 }));
    const ended = rows.flatMap((row) => (row.kind === 'row' && row.value.status === 'COMPLETE' ? [row.value] : []))[0];
    const id = ended?.id ?? '';
    const refused = errorOf(await theConsole.call('sandbox', 'moveMigration', { id, status: 'WORKING' }));
    expect(refused).toMatchObject({
      code: 'invalid_request',
      detail: "The status can't change from COMPLETE to WORKING.",
    });
  });

  test('a reset discards rows that were loaded before', async () => {
    await openControlled();
    valueOf(await theConsole.call('loaded', 'start', { resource: 'companies' }));
    const loaded = async () => valueOf(await theConsole.call('loaded', 'state', { resource: 'companies' }));
    await expect.poll(async () => (await loaded()).phase).toBe('complete');
    valueOf(await theConsole.call('sandbox', 'reset', { seed: 7, migrations: 30, companies: 5 }));
    expect(await loaded()).toMatchObject({ phase: 'none', rows: 0, problem: null });
    valueOf(await theConsole.call('loaded', 'start', { resource: 'companies' }));
    await expect.poll(async () => (await loaded()).rows).toBe(5);
  });

  test('deleting a missing fault succeeds', async () => {
    await openControlled();
    const deletedResult = valueOf(await theConsole.call('sandbox', 'removeFault', { id: 99 }));
    expect(deletedResult).toMatchObject({ kind: 'control', state: { rules: [] } });
  });

  test('a service on this device can be controlled if it allows control', async () => {
    await openControlled();
    await useService(service?.url ?? '');
    expect(await state()).toMatchObject({ offset_ms: 0 });
    await theConsole.close();
    await service?.close();
    service = await startPlanted('none', false);
    theConsole = openTestConsole();
    await useService(service.url);
    expect(await state()).toBe('not_allowed');
    expect(errorOf(await theConsole.call('sandbox', 'reset', {})).code).toBe('control_unavailable');
  });

  test('a remote service never gets control requests', { tags: '@T23' }, async () => {
    const sent: string[] = [];
    theConsole = openTestConsole({
      transport: async ({ url }) => {
        sent.push(url);
        return { status: 200, headers: new Headers(), body: null };
      },
    });
    await useService('https://api.brightwater.example');
    sent.length = 0;
    expect(await state()).toBe('elsewhere');
    for (const verb of ['reset', 'clearFaults', 'backToNormal', 'expireTokens'] as const) {
      expect(errorOf(await theConsole.call('sandbox', verb, {})).code).toBe('control_unavailable');
    }
    expect(sent.filter((url) => url.includes('/control'))).toEqual([]);
  });

  test('a server that answers every path is not treated as controllable', { tags: '@T23' }, async () => {
    other = await startTestApi(json(200, { results: [], page: { size: 25, total: 0 } }));
    theConsole = openTestConsole();
    await useService(other.url);
    expect(await state()).toBe('not_allowed');
  });
});

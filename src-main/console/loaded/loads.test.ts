import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { systemClock } from '../clock/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { createLoads } from './loads.ts';

function open(maxRows?: number) {
  let [active, binding] = ['one', 'key'];
  let lose = (): void => undefined;
  const calls: (readonly [name: string, args: unknown])[] = [];
  const reported: string[] = [];
  const page = { ok: true, added: 0, changed: 0, known: 100, rows: 100, version: 1, received: 100, unreadable: 0 };
  const call = async (name: string, args: unknown) => {
    calls.push([name, args]);
    return succeed(name === 'keepPages' ? [{ ...page, total: 100, drift: [] }] : null);
  };
  const afterStart = async () => undefined;
  const data = { call, afterStart, onLost: (listener: () => void) => (lose = listener), close: () => undefined };
  const pages = { get: async () => succeed({ profileId: active, text: '' }), compared: () => undefined };
  const profile = new AbortController();
  const loads = createLoads({
    clock: systemClock,
    api: { pagesInBulk: () => pages } as unknown as ApiClient,
    data: data as unknown as DataProcess,
    profiles: {
      activeId: () => active,
      binding: () => binding,
      active: { signal: () => profile.signal },
    } as unknown as Profiles,
    connection: { current: () => ({ latencyMs: null }) } as unknown as Connection,
    onChange: (resource) => reported.push(resource),
    ...(maxRows === undefined ? {} : { maxRows }),
  });
  const load = async (profileId: string) => {
    active = profileId;
    loads.noteTotal('migrations', profileId, 100);
    await loads.start('migrations');
    await loads.settled('migrations');
    expect(loads.state('migrations')).toMatchObject({ phase: 'complete', rows: 100 });
  };
  return {
    loads,
    load,
    reported,
    lose: () => lose(),
    cut: () => profile.abort(),
    use: (profileId: string) => (active = profileId),
    setBinding: (next: string) => (binding = next),
    argsOf: (name: string) => calls.flatMap(([each, args]) => (each === name ? [args] : [])),
  };
}

test(
  'a load that needs space deletes the rows of another profile and reports the loss there',
  { tags: '@C33' },
  async () => {
    const { loads, load, use, argsOf } = open(250);
    for (const profileId of ['one', 'two', 'three']) await load(profileId);
    expect(argsOf('dropRows')).toEqual([{ profileId: 'one', resource: 'migrations' }]);
    use('one');
    expect(loads.state('migrations')).toMatchObject({ phase: 'none', rows: 0, problem: { code: 'rows_let_go' } });
    use('two');
    expect(loads.state('migrations')).toMatchObject({ phase: 'complete', rows: 100 });
  },
);

test('a key change deletes the rows and restarts a small load', { tags: '@C33' }, async () => {
  const { loads, load, setBinding, argsOf } = open();
  await load('one');
  setBinding('other key');
  expect(loads.state('migrations')).toMatchObject({ phase: 'none', startedAt: null });
  expect(argsOf('dropRows')).toHaveLength(1);
  await expect.poll(() => loads.state('migrations')).toMatchObject({ phase: 'complete', rows: 100 });
  expect(argsOf('beginRows')).toHaveLength(2);
});

test('a top-up leaves the times of its load unchanged and has its own time', { tags: '@C33' }, async () => {
  const { loads, load } = open();
  await load('one');
  const { startedAt, finishedAt } = loads.state('migrations');
  expect(loads.state('migrations').toppedUpAt).toBeNull();
  loads.topUp('migrations');
  await loads.settled('migrations');
  expect(loads.state('migrations')).toMatchObject({ startedAt, finishedAt, toppedUpAt: expect.any(String) });
});

test(
  'a profile switch interrupts a load, but a paused load counts as stopped by the user',
  { tags: '@C33' },
  async () => {
    for (const isPaused of [false, true]) {
      const { loads, cut } = open();
      await loads.start('migrations');
      if (isPaused) loads.pause('migrations');
      cut();
      expect(loads.wasCut('migrations')).toBe(!isPaused);
      await loads.settled('migrations');
      expect(loads.state('migrations').phase).toBe('cancelled');
    }
  },
);

test(
  'a crashed data process clears every load with a reason, and loads of a removed profile are forgotten',
  { tags: '@C33' },
  async () => {
    const { loads, load, lose, reported, use } = open();
    await load('one');
    await load('two');
    const before = reported.length;
    lose();
    expect(loads.state('migrations')).toMatchObject({ phase: 'none', problem: { code: 'rows_lost' } });
    expect(reported.length).toBeGreaterThan(before);
    loads.keepOnly(['two']);
    expect(loads.state('migrations')).toMatchObject({ problem: { code: 'rows_lost' } });
    use('one');
    expect(loads.state('migrations')).toMatchObject({ phase: 'none', problem: null });
  },
);

test('an empty list is sent to the data process, because it counts as a read', { tags: '@C50' }, async () => {
  const { loads, argsOf } = open();
  await loads.freshen('one', [], 5);
  expect(argsOf('freshenRows')).toEqual([{ profileId: 'one', rows: [], isWhole: false, at: 5 }]);
});

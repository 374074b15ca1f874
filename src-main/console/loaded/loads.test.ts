import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { sandboxProfile } from '../profiles/profile.ts';
import { createLoads } from './loads.ts';

test('a load that needs space drops the rows of another profile and reports it there', { tags: '@C33' }, async () => {
  let active = 'one';
  const dropped: unknown[] = [];
  const page = { ok: true, added: 0, changed: 0, known: 100, rows: 100, version: 1, received: 100, unreadable: 0 };
  const answers: Record<string, (args: unknown) => unknown> = {
    beginRows: () => null,
    keepPages: () => [{ ...page, total: 100, drift: [] }],
    dropRows: (args) => (dropped.push(args), null),
  };
  const call = async (name: string, args: unknown) => succeed(answers[name]?.(args));
  const data = { call, onLost: () => undefined, close: () => undefined } as unknown as DataProcess;
  const pages = { get: async () => succeed({ profileId: active, text: '' }), compared: () => undefined };
  const loads = createLoads({
    clock: systemClock,
    api: { pagesInBulk: () => pages } as unknown as ApiClient,
    data,
    profile: () => ({ ...sandboxProfile, id: active }),
    binding: () => active,
    profileSignal: () => new AbortController().signal,
    requestMs: () => null,
    onChange: () => undefined,
    maxRows: 250,
  });
  const load = async (profileId: string) => {
    active = profileId;
    loads.noteTotal('migrations', profileId, 100);
    await loads.start('migrations');
    await loads.settled('migrations');
    expect(loads.state('migrations')).toMatchObject({ phase: 'complete', rows: 100 });
  };
  for (const profileId of ['one', 'two', 'three']) await load(profileId);
  expect(dropped).toEqual([{ profileId: 'one', resource: 'migrations' }]);
  active = 'one';
  expect(loads.state('migrations')).toMatchObject({ phase: 'none', rows: 0, problem: { code: 'rows_let_go' } });
  active = 'two';
  expect(loads.state('migrations')).toMatchObject({ phase: 'complete', rows: 100 });
});

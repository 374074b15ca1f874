import { afterEach, expect, test } from 'vitest';
import { createServiceLauncher } from './start-processes.ts';

const { execPath } = process;
afterEach(() => void (process.execPath = execPath));

test('a service that can’t start reports the failure and no exit code', async () => {
  process.execPath = '/nowhere/node';
  const child = createServiceLauncher('main.mjs')([]);
  const exit = await new Promise((resolve) => child.onExit((code, failure) => resolve({ code, failure })));
  expect(exit).toMatchObject({ code: null, failure: { message: 'spawn /nowhere/node ENOENT' } });
});

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type ConsoleHandle, openBrowserHost, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { endDebugger } from '#test/fixtures/console/electron-host.ts';

let consoleHandle: ConsoleHandle | undefined;
afterEach(() => consoleHandle?.close().catch(() => undefined));

const hosts = { 'browser host': () => openBrowserHost(), Electron: () => openElectronHost() };
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const cases = (Object.keys(hosts) as (keyof typeof hosts)[]).flatMap((host) =>
  signals.map((signal) => ({ host, signal })),
);

const openWithSavedSettings = async (host: keyof typeof hosts) => {
  consoleHandle = await hosts[host]();
  const { program, userData, call, page, electron } = consoleHandle;
  await page?.getByRole('table', { name: 'Migrations' }).waitFor();
  // The first save loads the settings library, which then installs its own signal handlers.
  expect(await call('settings', 'change', { theme: 'dark' })).toMatchObject({ ok: true });
  if (!program) throw new Error('no program');
  if (electron) await endDebugger(electron);
  return { program, lock: path.join(userData, 'ferry-console.lock') };
};

test.each(cases)(
  'after a save, $signal makes the console shut down in order and release its folder ($host)',
  { tags: ['@C20', '@F28'] },
  async ({ host, signal }) => {
    const { program, lock } = await openWithSavedSettings(host);
    expect(existsSync(lock)).toBe(true);
    const exit = once(program, 'exit');
    program.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(existsSync(lock)).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')(
  'after a save, SIGUSR2 prints one new link of the browser host and stops nothing',
  { tags: ['@C20', '@F28'] },
  async () => {
    const { program } = await openWithSavedSettings('browser host');
    let output = '';
    program.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const links = () => output.match(/New link/g)?.length ?? 0;
    program.kill('SIGUSR2');
    await expect.poll(links).toBe(1);
    await wait(600);
    expect(links()).toBe(1);
    program.kill('SIGUSR2');
    await expect.poll(links).toBe(2);
    expect(await consoleHandle?.call('settings', 'get', {})).toMatchObject({ ok: true });
  },
);

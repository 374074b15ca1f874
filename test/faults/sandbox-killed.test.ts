import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type ConsoleHandle,
  openBrowserHost,
  openElectronHost,
  openInProcess,
} from '#test/fixtures/console/console-handle.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

let consoleHandle: ConsoleHandle | undefined;
afterEach(() => consoleHandle?.close());

/** The running Sandbox's process id, from its log. */
const sandboxPid = ({ userData }: ConsoleHandle): number => {
  const lines = readFileSync(path.join(userData, 'logs', 'ferry.log'), 'utf8').match(/"pid":(\d+)/g) ?? [];
  return Number(lines.at(-1)?.slice('"pid":'.length));
};

const addressOf = async (one: ConsoleHandle): Promise<unknown> => {
  const outcome = await one.call('console', 'state', {});
  return outcome.ok ? (outcome.value as { profile: { baseURL: unknown } }).profile.baseURL : null;
};

test.each([
  ['in this process', openInProcess],
  ['the browser host', openBrowserHost],
  ['Electron', openElectronHost],
])('a killed Sandbox restarts on the same port: %s', { tags: ['@C18', '@F15'] }, async (_name, open) => {
  consoleHandle = await open();
  const opened = consoleHandle;
  const list = () => opened.call('migrations', 'list', { page: 1, pageSize: 10 });
  expect(await list()).toMatchObject({ ok: true });
  const address = await addressOf(opened);
  // The log line may arrive after the reply, because they use different channels.
  const pid = await eventually(() => {
    const message = sandboxPid(opened);
    expect(message).toBeGreaterThan(0);
    return message;
  });
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(sandboxPid(opened)).not.toBe(pid));
  expect(await list()).toMatchObject({ ok: true, value: { rows: { length: 10 } } });
  expect(await addressOf(opened)).toBe(address);
});

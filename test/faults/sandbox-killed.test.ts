import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type ConsoleDoor,
  openBrowserHost,
  openElectronHost,
  openInProcess,
} from '#test/fixtures/console/console-door.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

let door: ConsoleDoor | undefined;
afterEach(() => door?.close());

/** Process id of the running Sandbox, as its own log lines say it. */
const sandboxPid = ({ userData }: ConsoleDoor): number => {
  const lines = readFileSync(path.join(userData, 'logs', 'ferry.log'), 'utf8').match(/"pid":(\d+)/g) ?? [];
  return Number(lines.at(-1)?.slice('"pid":'.length));
};

const addressOf = async (one: ConsoleDoor): Promise<unknown> => {
  const outcome = await one.call('console', 'state', {});
  return outcome.ok ? (outcome.value as { profile: { baseURL: unknown } }).profile.baseURL : null;
};

test.each([
  ['in this process', openInProcess],
  ['the browser host', openBrowserHost],
  ['Electron', openElectronHost],
])('the Sandbox is killed: it starts again on the same port, %s', { tags: ['@C18', '@F15'] }, async (_name, open) => {
  door = await open();
  const opened = door;
  const list = () => opened.call('migrations', 'list', { page: 1, pageSize: 10 });
  expect(await list()).toMatchObject({ ok: true });
  const address = await addressOf(opened);
  // What the Sandbox writes comes by another way than its replies.
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

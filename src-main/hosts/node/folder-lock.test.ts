import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeHolder, lockFolder } from './folder-lock.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-lock-'));
  file = path.join(folder, 'ferry-console.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = `
  import { lockFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'))};
  const lock = await lockFolder(${'process.argv[1]'}, 'electron');
  process.stdout.write(lock.ok ? 'mine\\n' : 'held\\n');
  if (lock.ok) setInterval(() => undefined, 1000);
`;
/** Starts a process that locks the folder and continues to run. */
function startOtherProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())),
  );
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    child,
    output,
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

test(
  'one console runs at a time, and a second console reports which process holds the folder',
  { tags: '@C23' },
  async () => {
    const first = startOtherProcess();
    expect(await first.output).toBe('mine');
    const second = await lockFolder(folder, 'browser');
    expect(second).toMatchObject({ ok: false, holder: { host: 'electron', pid: first.child.pid } });
    const words = second.ok ? '' : describeHolder(second, folder);
    expect(words).toContain(`Ferry Console in its own window (process ${first.child.pid} on ${hostname()})`);
    expect(words).toContain('--user-data');
    await first.kill();
  },
);

test('a new console takes over the lock of a killed console', { tags: ['@C20', '@F10'] }, async () => {
  const first = startOtherProcess();
  expect(await first.output).toBe('mine');
  await first.kill();
  expect(existsSync(file)).toBe(true);
  const second = await lockFolder(folder, 'browser');
  expect(second.ok).toBe(true);
  if (second.ok) second.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a new process with the same PID isn't mistaken for the holder", { tags: ['@C20', '@F10'] }, async () => {
  const first = await lockFolder(folder, 'browser');
  const text = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(first.ok).toBe(true);
  writeFileSync(file, JSON.stringify({ ...text, began: 'another boot 1' }));
  expect((await lockFolder(folder, 'browser')).ok).toBe(true);
});

test('a lock from another device counts as held', { tags: '@C20' }, async () => {
  writeFileSync(file, JSON.stringify({ host: 'browser', pid: 1, computer: 'elsewhere', began: '' }));
  expect(await lockFolder(folder, 'browser')).toMatchObject({ ok: false, holder: { computer: 'elsewhere' } });
});

test('an empty or invalid lock does not block the folder forever', { tags: ['@C20', '@F10'] }, async () => {
  writeFileSync(file, '');
  utimesSync(file, new Date(0), new Date(0));
  expect((await lockFolder(folder, 'browser')).ok).toBe(true);
  writeFileSync(file, 'garbage');
  expect((await lockFolder(folder, 'browser')).ok).toBe(true);
});

test.runIf(process.platform !== 'win32')(
  'a pipe in place of the lock counts as a held lock, without waiting for the pipe',
  { tags: ['@C20', '@F31'] },
  async () => {
    execFileSync('mkfifo', [file]);
    const one = startOtherProcess();
    const waited = AbortSignal.timeout(5_000);
    const tooLong = new Promise<string>((resolve) => {
      waited.addEventListener('abort', () => resolve('still waiting'), { once: true });
    });
    const output = await Promise.race([one.output, tooLong]);
    await one.kill();
    expect(output).toBe('held');
  },
);

test(
  'exactly one of eight consoles that find an abandoned lock gets the folder',
  { tags: ['@C20', '@F10'] },
  async () => {
    const endedProcess = startOtherProcess();
    await endedProcess.output;
    await endedProcess.kill();
    const all = Array.from({ length: 8 }, startOtherProcess);
    const lines = await Promise.all(all.map((one) => one.output));
    expect(lines.filter((word) => word === 'mine')).toHaveLength(1);
    await Promise.all(all.map((one) => one.kill()));
  },
);

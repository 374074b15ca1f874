import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockHeld, withLock } from './exclusive-lock.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that increments a number in a file `times` times, with a pause between read and write. */
const counting = (lock: string, file: string, times: number): Promise<number | null> => {
  const module = path.join(import.meta.dirname, 'exclusive-lock.mjs');
  const program = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout as wait } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(module)};
    const [lock, file] = ${JSON.stringify([lock, file])};
    for (let i = 0; i < ${times}; i += 1) await withLock(lock, async () => {
      const count = Number(readFileSync(file, 'utf8'));
      await wait(5);
      writeFileSync(file, String(count + 1));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('exit', resolve);
  });
};

test('three processes that count in one file under a lock lose no count', async () => {
  const [lock, file] = [path.join(folder, 'lock'), path.join(folder, 'count')];
  writeFileSync(file, '0');
  const codes = await Promise.all([1, 2, 3].map(() => counting(lock, file, 5)));
  expect(codes).toEqual([0, 0, 0]);
  expect(readFileSync(file, 'utf8')).toBe('15');
  expect(existsSync(lock)).toBe(false);
});

test(
  'a new owner takes over the lock of a process that has exited, with or without a PID',
  { tags: '@F24' },
  async () => {
    const lock = path.join(folder, 'lock');
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await new Promise((resolve) => {
      child.on('exit', resolve);
    });
    writeFileSync(lock, String(child.pid));
    expect(await withLock(lock, async () => 'after a dead owner', 0)).toBe('after a dead owner');
    writeFileSync(lock, '');
    utimesSync(lock, new Date(0), new Date(0));
    expect(await withLock(lock, async () => 'after no owner', 0)).toBe('after no owner');
  },
);

test(
  'a process that waits too long for a lock gives up with a message, and the owner keeps the lock',
  { tags: '@F24' },
  async () => {
    const lock = path.join(folder, 'lock');
    writeFileSync(lock, String(process.pid));
    await expect(withLock(lock, async () => 1, 150)).rejects.toThrow(LockHeld);
    await expect(withLock(lock, async () => 1, 0)).rejects.toThrow(
      /^Another Ferry command is using .+ and try again\. If none is running, delete the file\.$/,
    );
    expect(readFileSync(lock, 'utf8')).toBe(String(process.pid));
  },
);

test('a lock is released when its work fails', { tags: '@F24' }, async () => {
  const lock = path.join(folder, 'lock');
  const failing = withLock(lock, () => Promise.reject(new Error('the work failed')));
  await expect(failing).rejects.toThrow('the work failed');
  expect(existsSync(lock)).toBe(false);
});

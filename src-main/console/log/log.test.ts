import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog, createRotatingFile, type LogLevel } from './log.ts';
import { createRedactor } from './redactor.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const makeFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-log-'));
  folders.push(folder);
  return folder;
};
const openLog = (level: LogLevel = 'info') => {
  const userDataDir = makeFolder();
  const redactor = createRedactor();
  const log = createLog({ userDataDir, clock: systemClock, redactor, level });
  return { log, redactor, read: () => readFileSync(path.join(userDataDir, 'logs', 'ferry.log'), 'utf8') };
};

test("events below the log level aren't written", { tags: '@C22' }, () => {
  const { log, read } = openLog();
  log.debug('too fine');
  log.info('started');
  log.error('failed');
  expect(read()).toMatch(/^\S+Z info {2}started\n\S+Z error failed\n$/);
  expect(log.recentProblems()).toHaveLength(1);
});

test('the log contains no key in a message, its cause, the stack or a nested cause', { tags: ['@C22', '@T5'] }, () => {
  const { log, redactor, read } = openLog();
  redactor.learn('canary-key-0123456789');
  const innerError = new Error('refused canary-key-0123456789');
  log.error('call with canary-key-0123456789', new Error('outer', { cause: innerError }));
  log.warn('plain cause', { url: 'https://x/?q=canary-key-0123456789' });
  expect(read()).not.toContain('canary-key');
  expect(read().match(/\[redacted\]/g)?.length).toBeGreaterThan(2);
});

test('external input cannot forge a log line', { tags: ['@C22', '@T5'] }, () => {
  const { log, read } = openLog();
  log.info('note: a\n2026-01-01T00:00:00.000Z error forged');
  expect(read().trimEnd().split('\n')).toHaveLength(1);
});

test('a full log file is set aside, and the oldest is deleted', { tags: '@C22' }, () => {
  const folder = makeFolder();
  const append = createRotatingFile({ folder, name: 'x', bytes: 100, older: 2 });
  for (let line = 0; line < 40; line += 1) append(`line ${line} ${'.'.repeat(20)}`);
  expect(readdirSync(folder).sort()).toEqual(['x.1.log', 'x.2.log', 'x.log']);
  for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).size).toBeLessThanOrEqual(100);
  expect(readFileSync(path.join(folder, 'x.log'), 'utf8')).toContain('line 39');
});

test.runIf(process.platform !== 'win32')(
  'a link in place of the log file is replaced',
  { tags: ['@C22', '@T43'] },
  () => {
    const [folder, outside] = [makeFolder(), path.join(makeFolder(), 'profile')];
    writeFileSync(outside, 'mine');
    symlinkSync(outside, path.join(folder, 'x.log'));
    expect(createRotatingFile({ folder, name: 'x', bytes: 100, older: 2 })('a line')).toBe(true);
    expect([readFileSync(outside, 'utf8'), lstatSync(path.join(folder, 'x.log')).isFile()]).toEqual(['mine', true]);
  },
);

test('a new run appends to the existing log file', { tags: '@C22' }, () => {
  const folder = makeFolder();
  const options = { folder, name: 'x', bytes: 1_000, older: 1 };
  createRotatingFile(options)('first');
  createRotatingFile(options)('second');
  expect(readFileSync(path.join(folder, 'x.log'), 'utf8')).toBe('first\nsecond\n');
});

test('without its log folder, the console loses log lines but keeps running', { tags: ['@C22', '@F25'] }, () => {
  const folder = makeFolder();
  const blocked = path.join(folder, 'file');
  writeFileSync(blocked, '');
  expect(createRotatingFile({ folder: path.join(blocked, 'logs'), name: 'x', bytes: 100, older: 1 })('line')).toBe(
    false,
  );
});

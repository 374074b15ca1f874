import {
  mkdirSync,
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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCrashReports } from './crash-reports.ts';
import { createLog } from './log.ts';
import { createRedactor } from './redactor.ts';

let userDataDir: string;
beforeEach(() => {
  userDataDir = mkdtempSync(path.join(tmpdir(), 'ferry-crash-'));
});
afterEach(() => rmSync(userDataDir, { recursive: true, force: true }));

function open() {
  let ms = Date.parse('2026-11-27T14:05:00.000Z');
  const clock = { now: () => new Date((ms += 1_000)), monotonic: () => ms } as Parameters<typeof createLog>[0]['clock'];
  const redactor = createRedactor();
  const log = createLog({ userDataDir, clock, redactor, level: 'info' });
  const wait = (waitMs: number) => void (ms += waitMs);
  return { log, redactor, wait, reports: createCrashReports({ version: '1.2.3', clock, log, redactor }) };
}
const reportNames = () => readdirSync(path.join(userDataDir, 'logs')).filter((name) => name.startsWith('crash-'));

test('a report has time, process, reason, versions and the last log lines', { tags: '@C55' }, () => {
  const { log, reports } = open();
  log.info('the page opened Migrations');
  reports.record('main', 'uncaughtException', new Error('a broken part'));
  const [text] = reports.read();
  expect(text).toMatch(/^Ferry Console: crash report\n\nWhen: 2026-11-27T14:05:03\.000Z\nProcess: main process\n/);
  expect(text).toMatch(/\nWhat: .* error uncaughtException: Error: a broken part \| at /);
  expect(text).toContain(`\nVersions: Console 1.2.3, node ${process.versions.node}`);
  expect(text).toContain('the page opened Migrations\n');
  const [name = ''] = reportNames();
  expect(statSync(path.join(userDataDir, 'logs', name)).mode & 0o777).toBe(0o600);
});

test(
  'crash reports contain no keys, not even a key that was entered after the crash',
  { tags: ['@C55', '@T5'] },
  () => {
    const { redactor, reports } = open();
    reports.record('data', 'failed with ferry_live_abcdefghijkl', new Error('a Zq8-Zq8-unlisted-key'));
    redactor.hold('profile', 'Zq8-Zq8-unlisted-key');
    expect(reports.read().join('')).toContain('failed with ferry_live_[redacted]');
    expect(reports.read().join('')).not.toMatch(/abcdefghijkl|Zq8-Zq8-unlisted-key/);
  },
);

test('a report contains no part of a key that its length limit cuts', { tags: ['@C55', '@T5'] }, () => {
  const { log, redactor, reports } = open();
  const key = 'Zq8-unlisted-key-'.repeat(400);
  for (let line = 0; line < 12; line += 1) log.info(key);
  redactor.hold('profile', key);
  reports.record('page', 'crash');
  const [text = ''] = reports.read();
  expect(text).toContain(' info  [redacted]\n');
  expect(text).not.toContain('unlisted');
});

test('a crash that repeats within a minute keeps its first report', { tags: '@C55' }, () => {
  const { reports, wait } = open();
  reports.record('main', 'unhandledRejection', new Error('the first'));
  for (let crash = 0; crash < 20; crash += 1) reports.record('main', 'unhandledRejection', new Error('a later one'));
  reports.record('main', 'uncaughtException');
  expect(reports.read()).toHaveLength(2);
  expect(reports.read()[1]).toMatch(/\nWhat: .*the first/);
  wait(60_000);
  reports.record('main', 'unhandledRejection');
  expect(reports.read()).toHaveLength(3);
});

test('processes that end with the console write no report', { tags: '@C55' }, () => {
  const { reports } = open();
  reports.end();
  reports.record('data', 'the data process stopped');
  reports.record('main', 'uncaughtException');
  expect(reportNames()).toEqual([expect.stringMatching(/-main\.txt$/)]);
});

test('at most five crash reports stay, each of limited size', { tags: '@C55' }, () => {
  const { log, reports } = open();
  for (let line = 0; line < 300; line += 1) log.info(`${line} ${'x'.repeat(7_000)}`);
  for (let crash = 0; crash < 8; crash += 1) reports.record('page', `crash ${crash}`);
  expect(reportNames()).toHaveLength(5);
  const texts = reports.read();
  expect(texts.map((text) => /\nWhat: .*(crash \d)/.exec(text)?.[1])).toEqual([
    'crash 7',
    'crash 6',
    'crash 5',
    'crash 4',
    'crash 3',
  ]);
  for (const text of texts) expect(text.length).toBeLessThan(70_000);
});

test('the next start offers the newest report until the user deletes the reports', { tags: '@C55' }, () => {
  const first = open().reports;
  expect(first.offer()).toBeNull();
  first.record('data', 'the data process stopped');
  first.record('page', "the page's process ended");
  expect(first.offer()).toBeNull();
  const second = open().reports;
  expect(second.offer()).toEqual({ at: '2026-11-27T14:05:04.000Z', process: 'page' });
  second.delete();
  expect(second.offer()).toBeNull();
  expect(reportNames()).toEqual([]);
  expect(open().reports.offer()).toBeNull();
});

test('links, folders and large files with the name of a report are not read', { tags: ['@C55', '@T5'] }, () => {
  const logs = path.join(userDataDir, 'logs');
  mkdirSync(path.join(logs, 'crash-1795788000001-main.txt'), { recursive: true });
  writeFileSync(path.join(userDataDir, 'other.txt'), 'other');
  symlinkSync(path.join(userDataDir, 'other.txt'), path.join(logs, 'crash-1795788000002-main.txt'));
  writeFileSync(path.join(logs, 'crash-1795788000003-main.txt'), 'x'.repeat(300 * 1024));
  const { reports } = open();
  expect(reports.read()).toEqual([]);
  reports.delete();
  expect(reportNames()).toEqual([]);
  expect(readFileSync(path.join(userDataDir, 'other.txt'), 'utf8')).toBe('other');
});

test('a report that can’t be written is lost without an error', { tags: '@C55' }, () => {
  writeFileSync(path.join(userDataDir, 'logs'), 'a file');
  const { reports } = open();
  reports.record('main', 'uncaughtException');
  expect(reports.read()).toEqual([]);
  reports.delete();
});

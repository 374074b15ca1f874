import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { openDatabase } from '../storage/open-database.ts';
import { createTimeline, type Timeline, timelineLayout, timelineLimits } from './timeline.ts';

const folders: string[] = [];
const databases: DatabaseSync[] = [];
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const makeFile = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-timeline-'));
  folders.push(folder);
  return path.join(folder, 'timeline.db');
};
const open = (file = makeFile(), limits: { days: number; changes: number } = timelineLimits) => {
  const problems: string[] = [];
  const database = openDatabase(file, timelineLayout, (line) => problems.push(line));
  databases.push(database);
  return { timeline: createTimeline(database, limits), problems, file };
};
const see = (timeline: Timeline, at: number, ...pairs: (readonly [string, string])[]) =>
  timeline.observe(
    'p',
    at,
    pairs.map(([id, status]) => ({ id, status })),
  );

test('a change is recorded once, when it is observed', { tags: '@W1' }, () => {
  const { timeline } = open();
  expect(see(timeline, 1_000, ['a', 'WORKING'], ['b', 'COMPLETE'])).toBe(2);
  expect(see(timeline, 2_000, ['a', 'WORKING'], ['b', 'COMPLETE'])).toBe(0);
  expect(see(timeline, 3_000, ['a', 'FAILED'], ['b', 'COMPLETE'])).toBe(1);
  expect(timeline.changesOf('p', 'a')).toEqual([
    { status: 'WORKING', at: 1_000, until: 2_000 },
    { status: 'FAILED', at: 3_000, until: 3_000 },
  ]);
  expect(timeline.changesOf('other', 'a')).toEqual([]);
});

test('a status observed again after a gap starts a new entry, unless the status is final', { tags: '@W1' }, () => {
  const { timeline } = open();
  const later = 1_000 + watchedGapMs + 1;
  see(timeline, 1_000, ['a', 'WORKING'], ['b', 'COMPLETE']);
  expect(see(timeline, later, ['a', 'WORKING'], ['b', 'COMPLETE'])).toBe(1);
  expect(timeline.changesOf('p', 'a')).toEqual([
    { status: 'WORKING', at: 1_000, until: 1_000 },
    { status: 'WORKING', at: later, until: later },
  ]);
  expect(timeline.changesOf('p', 'b')).toEqual([{ status: 'COMPLETE', at: 1_000, until: later }]);
});

test('the last visit ends with the last observation before the console started', { tags: '@W1' }, () => {
  const { timeline, file } = open();
  expect(timeline.lastVisit('p')).toBeNull();
  see(timeline, 1_000, ['a', 'WORKING']);
  see(timeline, 2_000, ['a', 'WORKING']);
  expect(timeline.lastVisit('p')).toBeNull();
  const { timeline: next } = open(file);
  see(next, 9_000, ['a', 'FAILED']);
  expect([next.lastVisit('p'), next.lastVisit('other')]).toEqual([2_001, null]);
});

test('a version 1 timeline file is upgraded', { tags: '@W1' }, () => {
  const file = makeFile();
  const first = new DatabaseSync(file);
  first.exec(`
    CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL, migration TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX changes_of_migration ON changes (profile, migration, number);
    CREATE INDEX changes_by_time ON changes (at);
    INSERT INTO changes (profile, migration, status, at) VALUES ('p', 'a', 'WORKING', 1000);
    PRAGMA user_version = 1;`);
  first.close();
  const { timeline, problems } = open(file);
  expect(timeline.changesOf('p', 'a')).toEqual([{ status: 'WORKING', at: 1_000, until: 1_000 }]);
  expect(see(timeline, 2_000, ['a', 'WORKING'])).toBe(0);
  expect(problems).toEqual([]);
});

test('an outdated response changes nothing', { tags: '@W1' }, () => {
  const { timeline } = open();
  see(timeline, 5_000, ['a', 'COMPLETE']);
  expect(see(timeline, 4_000, ['a', 'WORKING'])).toBe(0);
});

test(
  'observations are recorded in order after a clock that was off by a day is corrected',
  { tags: ['@W1', '@F6'] },
  () => {
    const { timeline } = open();
    const day = 24 * 60 * 60_000;
    see(timeline, 10 * day, ['a', 'WORKING']);
    expect(see(timeline, 9 * day, ['a', 'COMPLETE'])).toBe(1);
    expect(see(timeline, 9 * day + 1, ['a', 'WORKING'])).toBe(1);
    expect(timeline.changesOf('p', 'a').map(({ at }) => at)).toEqual([10 * day, 9 * day, 9 * day + 1]);
  },
);

test('observations survive a restart', { tags: '@W1' }, () => {
  const { timeline, file } = open();
  see(timeline, 1_000, ['a', 'WORKING']);
  databases.pop()?.close();
  expect(open(file).timeline.changesOf('p', 'a')).toHaveLength(1);
});

test("a profile's entries are counted and removed separately", { tags: '@W1' }, () => {
  const { timeline } = open();
  see(timeline, 1, ['a', 'WORKING'], ['b', 'WORKING']);
  timeline.observe('q', 1, [{ id: 'a', status: 'WORKING' }]);
  expect([timeline.count('p'), timeline.remove('p'), timeline.count('p'), timeline.count('q')]).toEqual([2, 2, 0, 1]);
});

test('changes older than 90 days or beyond 200,000 are deleted, oldest first', { tags: '@W1' }, () => {
  const day = 24 * 60 * 60_000;
  const { timeline } = open(makeFile(), { days: 90, changes: 3 });
  const now = 1_000 * day;
  see(timeline, now - 91 * day, ['old', 'WORKING']);
  for (const id of ['a', 'b', 'c', 'd']) see(timeline, now, [id, 'WORKING']);
  timeline.clean(now);
  expect(['old', 'a', 'b', 'c', 'd'].map((id) => timeline.changesOf('p', id).length)).toEqual([0, 0, 1, 1, 1]);
});

test('whatever was observed, the timeline has no two equal entries in a row', { tags: '@W1' }, () => {
  const pair = fc.tuple(
    fc.constantFrom('a', 'b', 'c'),
    fc.constantFrom('WORKING', 'COMPLETE', "';DROP TABLE changes;--", ''),
  );
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
      const { timeline } = open(':memory:');
      pairs.forEach((one, at) => see(timeline, at, one));
      for (const id of ['a', 'b', 'c']) {
        const expected = pairs.filter(([observed]) => observed === id).map(([, status]) => status);
        const runs = expected.filter((status, index) => index === 0 || expected[index - 1] !== status);
        expect(timeline.changesOf('p', id).map(({ status }) => status)).toEqual(runs);
      }
    }),
    { numRuns: 50 },
  );
});

test.each([
  [
    'no database',
    (file: string) => writeFileSync(file, 'not a database, but long enough to be taken for a page of one'),
  ],
  [
    'from a newer console',
    (file: string) => {
      const newer = new DatabaseSync(file);
      newer.exec('PRAGMA user_version = 9');
      newer.close();
    },
  ],
])('a timeline file that is %s is set aside and reported', { tags: ['@W1', '@F15'] }, (_name, damage) => {
  const file = makeFile();
  damage(file);
  const { timeline, problems } = open(file);
  expect(see(timeline, 1, ['a', 'WORKING'])).toBe(1);
  expect(problems).toHaveLength(1);
  expect(existsSync(`${file}.damaged`)).toBe(true);
});

test('a busy timeline file is not set aside', { tags: ['@W1', '@F15'] }, () => {
  const { file } = open();
  databases.pop()?.close();
  const other = new DatabaseSync(file);
  databases.push(other);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  expect(() => openDatabase(file, timelineLayout, () => undefined)).toThrow(/locked/);
  other.exec('ROLLBACK');
  expect(existsSync(`${file}.damaged`)).toBe(false);
});

test('a status of any length is stored once, cut to one line', { tags: ['@W1', '@T1'] }, () => {
  const { timeline } = open();
  const long = 'S'.repeat(1_000_000);
  expect([see(timeline, 1_000, ['a', `${long}1`]), see(timeline, 2_000, ['a', `${long}2`])]).toEqual([1, 0]);
  expect(timeline.changesOf('p', 'a').map(({ status }) => status)).toEqual([long.slice(0, 200)]);
  // The timeline ignores an ID this long, because no response contains one.
  expect(see(timeline, 3_000, [long, 'WORKING'], ['b', 'WORKING'])).toBe(1);
  expect(timeline.count('p')).toBe(2);
});

import { expect, test, vi } from 'vitest';
import { type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationDetails, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createKnownDetails } from './known-details.ts';

const row: MigrationRow = { id: 'm', status: 'WORKING', created: null, createdByUserId: null, companyId: 'c' };
const known: MigrationDetails = {
  id: 'm',
  status: 'WORKING',
  companyName: 'Acme',
  provider: null,
  since: null,
  seenSince: null,
  seenAt: null,
};

/** A data process that answers when it is told to. */
function open() {
  const answers: ((details: readonly MigrationDetails[]) => void)[] = [];
  let calls = 0;
  const call = () => {
    calls += 1;
    return new Promise<Outcome<readonly MigrationDetails[]>>((resolve) =>
      answers.push((details) => resolve(succeed(details))),
    );
  };
  const moment = { at: 0 };
  const news = { isThere: false };
  const clock = { ...systemClock, now: () => new Date(moment.at) };
  const data = { call, onLost: () => undefined, close: () => undefined } as unknown as DataProcess;
  const observer = { awaitsOther: () => news.isThere, flush: () => Promise.resolve() };
  const onNews = vi.fn<(profileId: string, details: MigrationDetails[]) => void>();
  const details = createKnownDetails({ data, clock, observer, activeId: () => 'p' }, onNews);
  const answer = async (...found: MigrationDetails[]) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(found);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const bringUp = async () => {
    await details.lookUp('p', [row]);
    const look = details.lookAgain();
    await answer(known);
    await look;
    onNews.mockClear();
  };
  return { details, onNews, answer, bringUp, moment, news, asked: () => calls };
}

test('C31 rows do not wait for a data process that is not up yet; what it knows is told', async () => {
  const { details, onNews, answer } = open();
  const complete = await details.lookUp('p', [row]);
  expect(complete(row)).toEqual({
    ...row,
    companyName: null,
    provider: null,
    since: null,
    seenSince: null,
  });
  await answer(known);
  expect(onNews.mock.calls).toEqual([['p', [known]]]);
});

test('C31 rows wait a moment for a data process that is busy, and no longer', async () => {
  const { details, onNews, answer, bringUp } = open();
  await bringUp();
  const complete = await details.lookUp('p', [row]);
  expect(complete(row).companyName).toBeNull();
  await answer(known);
  await answer(known);
  expect(onNews.mock.calls).toEqual([['p', [known]]]);
});

test('C31 rows that were asked for ahead are not asked for again, and others are', async () => {
  const { details, answer, bringUp, asked } = open();
  await bringUp();
  const before = asked();
  const ahead = details.askAhead('p', [row]);
  await answer({ ...known, companyName: 'Ahead' });
  const complete = await details.lookUp('p', [row], ahead);
  expect([complete(row).companyName, asked() - before]).toEqual(['Ahead', 1]);

  const unlike: readonly [string, MigrationRow[]][] = [
    ['p', [{ ...row, status: 'COMPLETE' }]],
    ['p', [{ ...row, companyId: 'd' }]],
    ['p', [row, { ...row, id: 'n' }]],
    ['q', [row]],
  ];
  for (const [profileId, rows] of unlike) {
    const early = details.askAhead('p', [row]);
    await answer({ ...known, companyName: 'Ahead' });
    const late = details.lookUp(profileId, rows, early);
    await answer({ ...known, companyName: 'Now' });
    expect((await late)(row).companyName).toBe('Now');
  }
});

test('C31 what was asked ahead of a reply that came late is asked again, and so is what was news meanwhile', async () => {
  const { details, answer, bringUp, moment, news } = open();
  await bringUp();
  for (const change of [() => (moment.at += 101), () => (news.isThere = true)]) {
    const ahead = details.askAhead('p', [row]);
    await answer({ ...known, companyName: 'Ahead' });
    change();
    const late = details.lookUp('p', [row], ahead);
    await answer({ ...known, companyName: 'Now' });
    expect((await late)(row).companyName).toBe('Now');
  }
});

test('C5 what is known of rows of a profile that was left is told to nobody', async () => {
  const { details, onNews, answer } = open();
  await details.lookUp('p', [row]);
  const look = details.lookAgain();
  await details.lookUp('q', [{ ...row, id: 'other' }]);
  await answer(known);
  await look;
  expect(onNews).not.toHaveBeenCalled();
});

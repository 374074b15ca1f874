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
  const call = () =>
    new Promise<Outcome<readonly MigrationDetails[]>>((resolve) =>
      answers.push((details) => resolve(succeed(details))),
    );
  const data = { call, onLost: () => undefined, close: () => undefined } as unknown as DataProcess;
  const observer = { awaitsOther: () => false, flush: () => Promise.resolve() };
  const onNews = vi.fn<(profileId: string, details: MigrationDetails[]) => void>();
  const details = createKnownDetails({ data, clock: systemClock, observer, activeId: () => 'p' }, onNews);
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
  return { details, onNews, answer, bringUp };
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

test('C5 what is known of rows of a profile that was left is told to nobody', async () => {
  const { details, onNews, answer } = open();
  await details.lookUp('p', [row]);
  const look = details.lookAgain();
  await details.lookUp('q', [{ ...row, id: 'other' }]);
  await answer(known);
  await look;
  expect(onNews).not.toHaveBeenCalled();
});

import { expect, test } from 'vitest';
import { type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationDetails, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createMigrationEnricher } from './migration-enricher.ts';

const row: MigrationRow = { id: 'm', status: 'WORKING', created: null, createdByUserId: null, companyId: 'c' };
const details: MigrationDetails = {
  id: 'm',
  status: 'WORKING',
  companyName: 'Acme',
  provider: null,
  since: null,
  seenSince: null,
  seenAt: null,
};

/** An enricher whose data process replies only when `reply` is called. */
function open() {
  const pending: ((reply: Outcome<readonly MigrationDetails[]>) => void)[] = [];
  const call = () => new Promise<Outcome<readonly MigrationDetails[]>>((resolve) => pending.push(resolve));
  let isReady = true;
  const data = { call, isReady: () => isReady } as unknown as DataProcess;
  let hasOther = false;
  const flushed: string[] = [];
  const observer = {
    awaitsOther: () => hasOther,
    flush: () => Promise.resolve(void flushed.push('flush')),
  };
  const enricher = createMigrationEnricher({ data, clock: systemClock, observer, activeId: () => 'p' });
  const reply = (...found: MigrationDetails[]) => pending.shift()?.(succeed(found));
  return {
    ...enricher,
    reply,
    flushed,
    stop: () => (isReady = false),
    observeOther: () => (hasOther = true),
    pending: () => pending.length,
  };
}

test('rows do not wait for a data process that is not running, and do not start it', { tags: '@C31' }, async () => {
  const { enrich, pending, stop } = open();
  stop();
  const unknown = { companyName: null, provider: null, since: null, seenSince: null };
  expect(await enrich('p', [row])).toEqual([{ ...row, ...unknown }]);
  expect(pending()).toBe(0);
});

test('rows get their company names from a running data process', { tags: '@C31' }, async () => {
  const { enrich, reply } = open();
  const enriched = enrich('p', [row]);
  reply(details);
  expect((await enriched)[0]).toMatchObject({ id: 'm', companyName: 'Acme' });
});

test('rows wait 100 ms at most for a busy data process', { tags: '@C31' }, async () => {
  const { enrich } = open();
  expect((await enrich('p', [row]))[0]?.companyName).toBeNull();
});

test(
  'another status that waits to be handed over comes before the question about its row',
  { tags: '@C31' },
  async () => {
    const { enrich, reply, observeOther, flushed } = open();
    observeOther();
    const enriched = enrich('p', [row]);
    reply(details);
    await enriched;
    expect(flushed).toEqual(['flush']);
  },
);

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportedItemSchema, type ReportedItem, reportSchema } from '#shared/reports-api/reports.ts';
import { type DavServer, hasDavServers, startDavServer, davServersNote } from '#test/fixtures/service/dav-servers.ts';
import { type PoisonedServer, startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { card, inTime, openFlow, openMigrating } from './dav-migrating.ts';

const count = isSoak ? 5_000 : 300;
const books = isSoak ? 10 : 2;
const kills = isSoak ? 10 : 3;
/** One of this many items is poisoned: 1 % in the soak, otherwise one of each kind. */
const poisonedPerKind = isSoak ? 100 : 50;
const directions = [
  ['radicale', 'xandikos'],
  ['xandikos', 'radicale'],
] as const;

const nameOf = (index: number): string => `p${index}.vcf`;
/** Names in many scripts, and a line fold within a two-byte letter. */
const people = ['Ada', 'Ünïcödé, Ltd; GmbH', '渡し船 🛥', 'أرسلان', 'Zoë\\nLine', `Long ${'é'.repeat(120)}`];
const personOf = (index: number): string => card(`p${index}`, `${people[index % people.length]} ${index}`);

/** The replacement of an item, and its result in the report. */
const poisonOf: readonly ((index: number) => { readonly answer: Buffer | undefined; readonly reason: string })[] = [
  () => ({ answer: undefined, reason: 'vanished' }),
  () => ({ answer: Buffer.alloc(11 * 1_048_576, 'x'), reason: 'too_large' }),
  () => ({ answer: Buffer.from('BEGIN:VCARD\r\nat all'), reason: 'refused' }),
  (index) => ({ answer: Buffer.from(card(`p${index + 1}`, 'The same UID as another')), reason: 'duplicate' }),
  (index) => ({ answer: Buffer.from(card(`p${index}`, 'Ümläut in one byte'), 'latin1'), reason: 'refused' }),
];
const poisons = new Map(
  Array.from({ length: count / poisonedPerKind }, (_, round) => {
    const index = round * poisonedPerKind + 7;
    return [nameOf(index), poisonOf[round % poisonOf.length]?.(index) ?? { answer: undefined, reason: '' }] as const;
  }),
);

let source: DavServer;
let destination: DavServer;
let poisoned: PoisonedServer;
let migrating: Awaited<ReturnType<typeof openMigrating>>;

/** All lines of a report. */
const reportedItems = async (id: string): Promise<readonly ReportedItem[]> => {
  const items: ReportedItem[] = [];
  let next: string | undefined = `/reports/v1/migrations/${id}/items`;
  while (next !== undefined) {
    const page = await migrating.service.send({ url: next });
    const lines = page.text.split('\n').slice(0, -1);
    items.push(...lines.map((line) => reportedItemSchema.parse(JSON.parse(line))));
    next = /^<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  return items;
};

/**
 * Checks that the report agrees with the destination's files for every item.
 * @param allowsTwins Xandikos keeps two cards with the same UID, Radicale only the first
 */
const checkReport = async (id: string, allowsTwins: boolean): Promise<void> => {
  const failures = new Map([...poisons].filter(([, { reason }]) => !allowsTwins || reason !== 'duplicate'));
  const report = reportSchema.parse((await migrating.service.send({ url: `/reports/v1/migrations/${id}` })).body);
  expect(report).toMatchObject({ total: count, failed: failures.size, pending: 0 });
  const stored = [...destination.copied().values()];
  expect(stored).toHaveLength(count - failures.size);
  expect(report.copied + report.skipped).toBe(stored.length);
  const items = await reportedItems(id);
  expect(items).toHaveLength(count);
  // Of two items with one UID, the first wins.
  const twinOf = (item: string): string => {
    const name = item.split('/').at(-1) ?? '';
    const before = nameOf(Number(/\d+/.exec(name)?.[0]) - 1);
    return failures.get(before)?.reason === 'duplicate' ? before : name;
  };
  const failedItems = items.filter(({ state }) => state === 'failed');
  expect(Object.fromEntries(failedItems.map(({ item, reason }) => [twinOf(item), reason]))).toEqual(
    Object.fromEntries([...failures].map(([name, { reason }]) => [name, reason])),
  );
  const uids = stored.map((text) => Number(/^UID:p(\d+)/m.exec(text)?.[1]));
  const all = Array.from({ length: count }, (_, index) => index).filter((index) => !failures.has(nameOf(index)));
  const expected = all.map((index) => (poisons.get(nameOf(index))?.reason === 'duplicate' ? index + 1 : index));
  const inOrder = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);
  expect(inOrder(uids)).toEqual(inOrder(expected));
};

/** Logs in again during a copy. */
const logInAgain = ({ logIn }: Awaited<ReturnType<typeof openFlow>>): Promise<void> =>
  inTime(async () => {
    const { body } = await logIn(poisoned.password);
    if (body.status !== 'WORKING') throw new Error(`not logged in: ${body.login.trouble}`);
  });

describe.skipIf(!hasDavServers).each(directions)(
  `a migration from %s to %s${davServersNote}`,
  { tags: '@X29' },
  (from, to) => {
    beforeEach(async () => {
      [source, destination] = await Promise.all([startDavServer(from), startDavServer(to)]);
      const size = count / books;
      for (let book = 0; book < books; book++)
        await source.fill(
          `people${book}`,
          Array.from({ length: size }, (_, at) => [nameOf(book * size + at), personOf(book * size + at)] as const),
        );
      poisoned = await startPoisonedServer(source, poisons);
      migrating = await openMigrating(poisoned, destination);
    });
    afterEach(async () => {
      await migrating?.end();
      poisoned?.close();
      await Promise.all([source?.close(), destination?.close()]);
    });

    test(
      `${kills} kills, an outage and a new password don’t stop any of ${count} items from being copied once or reported`,
      { tags: ['@X29', '@F51'] },
      async () => {
        const flow = await openFlow(migrating);
        // A cold server may time out during a login: the test tries again.
        const { progress: offered } = await inTime(async () => {
          const { body } = await flow.logIn();
          if (body.status !== 'NOT_STARTED') throw new Error(`not logged in: ${body.login.trouble}`);
          return body;
        });
        const step = Math.floor(count / (kills + 2));
        poisoned.limit = step;
        const chosen = offered.flatMap(({ total }, index) => (total === 0 ? [] : [index]));
        const { body } = await flow.post('begin', { collections: chosen });
        for (let killed = 0; killed < kills; killed++) {
          await inTime(async () => {
            if (poisoned.requestedIds.size < poisoned.limit) throw new Error('too few yet');
          });
          await migrating.crash();
          await flow.reach('PENDING_USER_INPUT');
          const isDown = killed === 1;
          if (isDown) await destination.stop();
          poisoned.limit = killed + 1 === kills ? Infinity : poisoned.limit + step;
          await logInAgain(flow);
          if (isDown) await destination.start();
          if (killed !== 2) continue;
          poisoned.password = 'another';
          await flow.reach('PENDING_USER_INPUT');
          expect((await flow.logIn()).body.login).toMatchObject({ trouble: 'password_refused' });
          await logInAgain(flow);
        }
        const finalState = await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED');
        expect(finalState.status).toBe('COMPLETED_WITH_FAILURES');
        await checkReport(body.migration_id, to === 'xandikos');
      },
    );
  },
);

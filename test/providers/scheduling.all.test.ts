import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import type { SourceAccount } from '#service/providers/copy-ports.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { davicalAdministrator } from '#test/fixtures/providers/davical-server.ts';
import { davRequest, listEntries, makeCollection, putItem, readInbox } from '#test/fixtures/providers/dav-requests.ts';
import { emailOf } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';

const content = createContentWorker();
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(async () => {
  content.stop();
  await service.end();
});

const meeting = (uid: string, organizer: string, partstat = 'ACCEPTED'): Buffer =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Ferry//Tests//EN',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20260101T000000Z',
      'DTSTART:20280102T090000Z',
      'DTEND:20280102T100000Z',
      `SUMMARY:${uid}`,
      `ORGANIZER:${organizer}`,
      `ATTENDEE;PARTSTAT=${partstat}:mailto:${emailOf('ada')}`,
      `ATTENDEE;PARTSTAT=${partstat}:mailto:${emailOf('grace')}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );

const [ofAda, ofGrace] = [`mailto:${emailOf('ada')}`, `mailto:${emailOf('grace')}`];
const ofLinus = 'mailto:linus@elsewhere.example';
/** Servers recognize the organizer in each of these spellings. */
const meetingsOfAda = [
  ['one', meeting('one', ofAda)],
  ['two', meeting('two', ofAda.toUpperCase())],
  ['three', meeting('three', emailOf('ada'))],
] as const;
const items = new Map([
  ...meetingsOfAda,
  ['answered', meeting('answered', ofGrace, 'DECLINED')],
  ['missing', meeting('missing', ofGrace)],
  ['sent', Buffer.from(String(meeting('sent', ofLinus)).replace('ORGANIZER', `ORGANIZER;SENT-BY="${emailOf('ada')}"`))],
]);
const calendar = { id: 'work', name: 'Work', kind: 'events', count: items.size } as const;
const account: SourceAccount = {
  id: 'ada of elsewhere',
  collections: async () => [calendar],
  items: async function* () {
    for (const id of items.keys()) yield { id };
  },
  read: async (item) => {
    const meetingBytes = items.get(item);
    return meetingBytes && { content: meetingBytes };
  },
};

const altered = ['altered', null, ['ATTENDEE', 'ATTENDEE', 'ORGANIZER']];
const copied = ['copied', null, []];
const wouldInvite = ['failed', 'would_invite', []];

// Whatever the meeting says, DAViCal replies to an organizer who has it, and SOGo writes it into attendees' calendars
// if the account is the organizer or acts for the organizer.
describe.each([
  { name: 'cyrus', as: 'ada', own: copied, answered: copied, missing: copied, sent: copied },
  { name: 'davical', as: 'ada', own: altered, answered: wouldInvite, missing: wouldInvite, sent: wouldInvite },
  { name: 'davical', as: 'admin', own: altered, answered: wouldInvite, missing: wouldInvite, sent: wouldInvite },
  {
    name: 'sogo',
    as: 'ada',
    own: wouldInvite,
    answered: ['altered', null, ['ATTENDEE', 'ATTENDEE', 'CLASS', 'ORGANIZER']],
    // SOGo refuses a colleague's meeting that the colleague doesn't have.
    missing: ['failed', 'refused', []],
    sent: wouldInvite,
  },
  { name: 'xandikos-newest', as: 'ada', own: wouldInvite, answered: altered, missing: altered, sent: altered },
] as const)('copying meetings to $name as $as', { tags: '@X31' }, ({ name, as, own, answered, missing, sent }) => {
  const needsRoot = name === 'sogo' && process.getuid?.() !== 0;
  test.skipIf(needsRoot)('a copy sends no invitations and no replies', { tags: '@X31', timeout: 300_000 }, async () => {
    const server = await startServer(name);
    onTestFinished(() => server.close());
    const place = await makeCollection(server, 'grace', 'events', 'desk');
    const stored = `${place}answered.ics`;
    // Stores grace's meeting without triggering invitations.
    const quiet = String(meeting('answered', ofGrace)).replace('PARTSTAT=ACCEPTED', 'SCHEDULE-AGENT=CLIENT');
    expect(await putItem(server, 'grace', stored, quiet)).toBe(201);
    const stateOfGrace = async () => ({
      inbox: [...(await readInbox(server, 'grace')).keys()],
      answered: await (await davRequest(server, 'grace', 'GET', stored)).text(),
      entries: await listEntries(server, 'grace'),
    });
    const before = await stateOfGrace();
    const destination = davDestination(
      as === 'admin'
        ? { address: `${server.url}ada/`, ...davicalAdministrator, isShared: false }
        : { address: server.url, user: as, password: server.password(as), isShared: false },
      { rules: { allowLoopback: true }, content },
    );
    const job = {
      pair: pairOf({ organization: 1, migrationId: `meetings to ${name} as ${as}` }, account, destination),
      account,
      destination,
      content,
      items: service.store.copiedItems,
      signal: new AbortController().signal,
      now: async () => 1,
      times: { source: 0, destination: 0 },
    };
    await createCopy(newCopy(account.id, [calendar]), job).run();
    expect(await stateOfGrace()).toEqual(before);
    const found = await service.store.copiedItems.listCollection(job.pair.migrationId, 'work');
    const results = found.map(({ item, state, reason, changes }) => {
      return [item, [state, reason, changes?.map(({ property }) => property).toSorted()]] as const;
    });
    expect(Object.fromEntries(results)).toEqual({ one: own, two: own, three: own, answered, missing, sent });
    // A second migration copies the same items again.
    const again = { ...job, pair: { ...job.pair, migrationId: `${job.pair.migrationId} again` } };
    await createCopy(newCopy(account.id, [calendar]), again).run();
    const arrived = results.filter(([, [state]]) => state !== 'failed');
    expect(await service.store.copiedItems.counts(again.pair.migrationId)).toContainEqual(
      expect.objectContaining({ state: 'skipped', reason: 'already_there', count: arrived.length }),
    );
    expect(await stateOfGrace()).toEqual(before);
  });
});

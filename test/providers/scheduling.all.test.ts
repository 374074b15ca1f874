import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import type { SourceAccount } from '#service/providers/copy-ports.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { davRequest, listPaths, makeCollection, putItem, readInbox } from '#test/fixtures/providers/dav-requests.ts';
import { emailOf, type ProviderServer, type UserName } from '#test/fixtures/providers/provider-server.ts';
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

const meeting = (uid: string, organizer: UserName, partstat = 'ACCEPTED'): Buffer =>
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
      `ORGANIZER:mailto:${emailOf(organizer)}`,
      `ATTENDEE;PARTSTAT=${partstat}:mailto:${emailOf('ada')}`,
      `ATTENDEE;PARTSTAT=${partstat}:mailto:${emailOf('grace')}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );

const own = ['one', 'two', 'three'].map((uid) => [uid, meeting(uid, 'ada')] as const);
const items = new Map([...own, ['answered', meeting('answered', 'grace', 'DECLINED')]]);
const calendar = { id: 'work', name: 'Work', kind: 'events', count: items.size } as const;
const account: SourceAccount = {
  id: 'ada of elsewhere',
  collections: async () => [calendar],
  items: async function* () {
    yield* items.keys();
  },
  read: async (item) => items.get(item),
};

/** The collections of grace's calendars, which meetings of others may enter. */
const calendarsOf = async (server: ProviderServer): Promise<readonly string[]> =>
  (await listPaths(server, 'grace', server.paths('grace').events)).filter((place) => place.endsWith('/'));

const changed = ['ATTENDEE', 'ATTENDEE', 'ORGANIZER'];
const copied = ['copied', null, []];

// Whatever the meeting says, DAViCal replies to an organizer who has it, and SOGo writes it into attendees' calendars.
describe.each([
  ['cyrus', copied, copied],
  ['davical', ['altered', null, changed], ['failed', 'would_invite', []]],
  ['sogo', ['failed', 'would_invite', []], ['altered', null, ['ATTENDEE', 'ATTENDEE', 'CLASS', 'ORGANIZER']]],
] as const)('copying meetings to %s', { tags: '@X31' }, (name, ownMeeting, answeredMeeting) => {
  const needsRoot = name === 'sogo' && process.getuid?.() !== 0;
  test.skipIf(needsRoot)('a copy sends no invitations and no replies', { tags: '@X31', timeout: 300_000 }, async () => {
    const server = await startServer(name);
    onTestFinished(() => server.close());
    const place = await makeCollection(server, 'grace', 'events', 'desk');
    const answered = `${place}answered.ics`;
    // Stores grace's meeting without triggering invitations.
    const quiet = String(meeting('answered', 'grace')).replace('PARTSTAT=ACCEPTED', 'SCHEDULE-AGENT=CLIENT');
    expect(await putItem(server, 'grace', answered, quiet)).toBe(201);
    const stateOfGrace = async () => ({
      inbox: [...(await readInbox(server, 'grace')).keys()],
      answered: await (await davRequest(server, 'grace', 'GET', answered)).text(),
      entries: await Promise.all((await calendarsOf(server)).map(async (one) => listPaths(server, 'grace', one))),
    });
    const before = await stateOfGrace();
    const destination = davDestination(
      { address: server.url, user: 'ada', password: server.password('ada'), isShared: false },
      { rules: { allowLoopback: true }, content },
    );
    const job = {
      organization: 1,
      migrationId: `meetings to ${name}`,
      account,
      destination,
      content,
      items: service.store.copiedItems,
      signal: new AbortController().signal,
      now: async () => 1,
    };
    await createCopy(newCopy(account.id, [calendar]), job).run();
    expect(await stateOfGrace()).toEqual(before);
    const found = await service.store.copiedItems.listCollection(job.migrationId, 'work');
    const results = found.map(({ item, state, reason, changes }) => [
      item,
      [state, reason, changes?.map(({ property }) => property).toSorted()],
    ]);
    expect(Object.fromEntries(results)).toEqual({
      answered: answeredMeeting,
      one: ownMeeting,
      two: ownMeeting,
      three: ownMeeting,
    });
    // A second migration copies the same items again.
    const again = { ...job, migrationId: `${job.migrationId} again` };
    await createCopy(newCopy(account.id, [calendar]), again).run();
    expect(await service.store.copiedItems.counts(again.migrationId)).toContainEqual(
      expect.objectContaining({
        state: 'skipped',
        reason: 'already_there',
        count: (ownMeeting[0] === 'failed' ? 0 : 3) + (answeredMeeting[0] === 'failed' ? 0 : 1),
      }),
    );
    expect(await stateOfGrace()).toEqual(before);
  });
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { davRequest, makeCollection, putItem, readInbox, listPaths } from '#test/fixtures/providers/dav-requests.ts';
import { emailOf } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';

const meeting = `BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//Ferry//Tests//EN\r
BEGIN:VEVENT\r
UID:planning\r
DTSTAMP:20260101T000000Z\r
DTSTART:20280102T090000Z\r
DTEND:20280102T100000Z\r
SUMMARY:Planning\r
ORGANIZER:mailto:${emailOf('ada')}\r
ATTENDEE;PARTSTAT=ACCEPTED:mailto:${emailOf('ada')}\r
ATTENDEE;PARTSTAT=ACCEPTED:mailto:${emailOf('grace')}\r
END:VEVENT\r
END:VCALENDAR\r
`;

/** SOGo needs root. */
const names =
  process.getuid?.() === 0
    ? (['cyrus', 'davical', 'xandikos-newest', 'sogo'] as const)
    : (['cyrus', 'davical', 'xandikos-newest'] as const);

describe.each(names)('the %s of the conformance kit', { tags: '@X29' }, (name) => {
  test('the server stores items, rejects wrong passwords and invites attendees', { tags: '@X29' }, async () => {
    const server = await startServer(name);
    onTestFinished(() => server.close());
    const place = await makeCollection(server, 'ada', 'events', 'work');
    expect(await putItem(server, 'ada', `${place}planning.ics`, meeting)).toBe(201);
    expect(await listPaths(server, 'ada', place)).toEqual([`${place}planning.ics`]);
    const invitations = [...(await readInbox(server, 'grace')).values()].filter((item) =>
      item.includes('UID:planning'),
    );
    // SOGo writes meetings directly into an attendee's calendar.
    expect(invitations).toHaveLength(name === 'sogo' ? 0 : 1);
    await server.stop();
    await server.start();
    expect((await davRequest(server, 'ada', 'GET', `${place}planning.ics`)).status).toBe(200);
    await server.setPassword('ada', 'another');
    expect((await davRequest(server, 'ada', 'GET', `${place}planning.ics`)).status).toBe(200);
    await server.setPassword('ada', 'secret');
    const response = await fetch(new URL(`${place}planning.ics`, server.url), {
      headers: { authorization: `Basic ${btoa('ada:another')}` },
    });
    expect(response.status).toBe(401);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { describeItem, type Meeting } from '../../content/describe-item.ts';
import { davEntry, list, type ScriptedServer, startScriptedServer, status } from '../../testing/scripted-dav-server.ts';
import { ServerUnavailable } from '../copy-ports.ts';
import { davDestination } from './dav-destination.ts';

const { signal } = new AbortController();
const worker = createContentWorker();
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => {
  worker.stop();
  server.close();
});
beforeEach(() => server.answers.clear());

const sogoReport = '<acl-query xmlns="urn:inverse:params:xml:ns:inverse-dav"/>';
const addressSet = (address: string): string =>
  `<calendar-user-address-set xmlns="urn:ietf:params:xml:ns:caldav"><d:href>${address}</d:href></calendar-user-address-set>`;

interface Settings {
  /** Headers of the response to OPTIONS. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reports?: string;
  /** Whether the server gives the accounts' addresses. */
  readonly givesAddresses?: boolean;
}

/** How a copy by an administrator writes to a calendar of Ada. */
const schedulingOf = ({ headers = {}, reports = '', givesAddresses = true }: Settings) => {
  const { address, answers } = server;
  const { dav, ...others } = { dav: '1, access-control, calendar-access, calendar-auto-schedule', ...headers };
  answers.set('OPTIONS /cal/', (_request, reply) =>
    reply.writeHead(200, { ...(dav !== '' && { dav }), ...others }).end(),
  );
  const principals =
    '<d:owner><d:href>/ada/</d:href></d:owner><d:current-user-principal><d:href>/admin/</d:href></d:current-user-principal>';
  const reportSet = `<d:supported-report-set><d:supported-report><d:report>${reports}</d:report></d:supported-report></d:supported-report-set>`;
  answers.set('PROPFIND /cal/', list(davEntry('/cal/', principals + reportSet)));
  if (givesAddresses)
    for (const name of ['ada', 'admin'])
      answers.set(`PROPFIND /${name}/`, list(davEntry(`/${name}/`, addressSet(`mailto:${name}@Example.com`))));
  const account = { address, user: 'admin', password: 'secret', isShared: false };
  return davDestination(account, { rules: { allowLoopback: true }, content: worker }).scheduling?.('/cal/', signal);
};
const sogo = (more?: Settings) => schedulingOf({ reports: sogoReport, ...more });
/** A proxy answers OPTIONS. */
const unknown = (more?: Settings) => schedulingOf({ headers: { dav: '' }, ...more });
/** Xandikos announces no access control. */
const xandikos = (more?: Settings) => schedulingOf({ headers: { dav: '1, calendar-auto-schedule, quota' }, ...more });
const davical = (more?: Settings) => schedulingOf({ headers: { 'x-davical-version': '1.1.12' }, ...more });

const meetingOf = (organizer: string, attendees: readonly string[], sender = linus): Meeting => {
  const lines = [
    `ORGANIZER;CN=Someone;SENT-BY="${sender}":${organizer}`,
    ...attendees.map((one) => `ATTENDEE;PARTSTAT=ACCEPTED:${one}`),
  ];
  const { meeting } = describeItem(
    Buffer.from(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')),
  );
  if (meeting === null) throw new Error('not a meeting');
  return meeting;
};

/** The same address with another scheme and in other cases. */
const spellings = (name: string) => {
  const letters = [...`${name}@example.com`].map((letter) => fc.constantFrom(letter, letter.toUpperCase()));
  const scheme = fc.constantFrom('mailto:', 'MAILTO:', 'Mailto:', '');
  return fc.tuple(scheme, ...letters).map((parts) => parts.join(''));
};
const grace = 'mailto:grace@example.com';
const linus = 'mailto:linus@example.com';

test.each([
  ['SOGo', sogo, ['ada', 'admin']],
  ['Xandikos', xandikos, ['ada']],
] as const)(
  "on %s, writing the account's meeting would send invitations, and updating a colleague's would send a reply",
  { tags: '@X31' },
  async (_name, of, names) => {
    const { sendsAnyway } = (await of()) ?? {};
    const own = fc.oneof(...names.map(spellings));
    fc.assert(
      fc.property(own, own, fc.boolean(), (organizer, attendee, isUpdate) => {
        expect(sendsAnyway?.(meetingOf(organizer, [attendee, grace]), isUpdate)).toBe(true);
        expect(sendsAnyway?.(meetingOf(organizer, [attendee]), isUpdate)).toBe(false);
        expect(sendsAnyway?.(meetingOf(organizer, []), isUpdate)).toBe(false);
        expect(sendsAnyway?.(meetingOf(grace, [attendee, linus]), isUpdate)).toBe(isUpdate);
        expect(sendsAnyway?.(meetingOf(grace, [linus]), isUpdate)).toBe(false);
      }),
    );
  },
);

test.each([
  ['SOGo', true, sogo],
  ['an unknown server', true, unknown],
  ['Xandikos', false, xandikos],
  ['DAViCal', false, davical],
] as const)(
  "whether %s sends invitations for a colleague's meeting with the account in SENT-BY: %s",
  { tags: '@X31' },
  async (_name, invites, of) => {
    const { sendsAnyway } = (await of()) ?? {};
    fc.assert(
      fc.property(spellings('ada'), (sender) => {
        expect(sendsAnyway?.(meetingOf(grace, [linus], sender), false)).toBe(invites);
        expect(sendsAnyway?.(meetingOf(grace, [], sender), true)).toBe(false);
        expect(sendsAnyway?.(meetingOf(grace, [linus, 'mailto:ada@example.com'], sender), true)).toBe(true);
      }),
    );
  },
);

test(
  "on DAViCal, writing a colleague's meeting that the calendar's owner attends would send a reply",
  { tags: '@X31' },
  async () => {
    const { sendsAnyway } = (await davical()) ?? {};
    fc.assert(
      fc.property(spellings('ada'), spellings('admin'), fc.boolean(), (owner, administrator, isUpdate) => {
        expect(sendsAnyway?.(meetingOf(grace, [linus, owner]), isUpdate)).toBe(true);
        // DAViCal sends replies of the owner, not of the administrator who writes.
        expect(sendsAnyway?.(meetingOf(administrator, [owner]), isUpdate)).toBe(true);
        expect(sendsAnyway?.(meetingOf(grace, [administrator]), isUpdate)).toBe(false);
        expect(sendsAnyway?.(meetingOf(owner, [owner, grace]), isUpdate)).toBe(false);
        expect(sendsAnyway?.(meetingOf(grace, []), isUpdate)).toBe(false);
      }),
    );
  },
);

test.each([
  ['SOGo', true, sogo],
  ['DAViCal', true, davical],
  ['an unknown server', true, unknown],
  ['Xandikos', false, xandikos],
] as const)(
  'if %s gives no addresses, a meeting with attendees counts as one that sends messages: %s',
  { tags: '@X31' },
  async (_name, could, of) => {
    const { sendsAnyway } = (await of({ givesAddresses: false })) ?? {};
    expect(sendsAnyway?.(meetingOf(grace, [linus]), false)).toBe(could);
    expect(sendsAnyway?.(meetingOf(grace, []), false)).toBe(false);
  },
);

test(
  'a server whose proxy answers OPTIONS counts as one that sends invitations and replies',
  { tags: '@X31' },
  async () => {
    const { byAgent, sendsAnyway } = (await unknown()) ?? {};
    const [own, colleagues] = [
      meetingOf('mailto:ada@example.com', [grace]),
      meetingOf(grace, ['mailto:ada@example.com']),
    ];
    expect([byAgent, sendsAnyway?.(own, false), sendsAnyway?.(colleagues, false)]).toEqual([true, true, true]);
  },
);

test('a server that fails to describe the collection counts as unavailable', { tags: '@X31' }, async () => {
  const scheduling = sogo();
  server.answers.set('PROPFIND /cal/', status(500));
  await expect(scheduling).rejects.toThrow(ServerUnavailable);
  const again = sogo();
  server.answers.set('OPTIONS /cal/', status(500));
  await expect(again).rejects.toThrow(ServerUnavailable);
});

test('meetings get SCHEDULE-AGENT=CLIENT on servers that schedule, except on Cyrus', { tags: '@X31' }, async () => {
  const own = meetingOf('mailto:ada@example.com', [grace]);
  const results = [];
  for (const headers of [{ server: 'Cyrus-HTTP/3.6.1' }, { server: 'Other/1.0' }, { dav: '1, calendar-access' }]) {
    const scheduling = await schedulingOf({ headers });
    results.push(scheduling && [scheduling.byAgent, scheduling.sendsAnyway(own, true)]);
  }
  expect(results).toEqual([[false, false], [true, false], undefined]);
});

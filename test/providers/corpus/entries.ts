import { emailOf } from '#test/fixtures/providers/provider-server.ts';
import { folded } from './folded.ts';

const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
/** A custom time zone that is in no time zone database, as Outlook writes it. */
const custom = [
  'BEGIN:VTIMEZONE',
  'TZID:(UTC+05:30) Office',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'DTSTART:19700101T000000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const alarm = (trigger: string): readonly string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:Soon',
  trigger,
  'END:VALARM',
];
const emailAlarm = [
  'BEGIN:VALARM',
  'ACTION:EMAIL',
  'SUMMARY:Soon',
  'DESCRIPTION:It starts',
  'ATTENDEE:mailto:ada@example.com',
  'TRIGGER:-P1D',
  'END:VALARM',
];

const inBerlin = (day: string): readonly string[] => [
  `DTSTART;TZID=Europe/Berlin:${day}T090000`,
  `DTEND;TZID=Europe/Berlin:${day}T100000`,
];

const inUtc = (day: string): readonly string[] => [`DTSTART:${day}T090000Z`, `DTEND:${day}T100000Z`];

interface Variant {
  readonly zones?: readonly string[];
  readonly lines: (day: string) => readonly string[];
  /** The lines of each exception of the series. */
  readonly exceptions?: (day: string) => readonly (readonly string[])[];
}

/** Variants of entries from real calendars, by title. */
const variants: Readonly<Record<string, Variant>> = {
  'in UTC': { lines: inUtc },
  'without an end': { lines: (day) => [`DTSTART:${day}T090000Z`] },
  'without a zone': { lines: (day) => [`DTSTART:${day}T090000`, 'DURATION:PT1H30M'] },
  'all day': { lines: (day) => [`DTSTART;VALUE=DATE:${day}`] },
  'in a zone': { zones: berlin, lines: inBerlin },
  'in an unknown zone': {
    zones: custom,
    lines: (day) => [`DTSTART;TZID="(UTC+05:30) Office":${day}T090000`, 'DURATION:PT1H'],
  },
  weekly: { zones: berlin, lines: (day) => [...inBerlin(day), 'RRULE:FREQ=WEEKLY;COUNT=10;BYDAY=MO,WE'] },
  'with left out days': {
    zones: berlin,
    lines: (day) => [
      ...inBerlin(day),
      'RRULE:FREQ=DAILY;UNTIL=20290101T000000Z',
      `EXDATE;TZID=Europe/Berlin:${day}T090000`,
    ],
  },
  'with a moved day': {
    zones: berlin,
    lines: (day) => [...inBerlin(day), 'RRULE:FREQ=DAILY;COUNT=5', 'LOCATION:Room 1'],
    exceptions: (day) => [
      [
        `RECURRENCE-ID;TZID=Europe/Berlin:${day}T090000`,
        `DTSTART;TZID=Europe/Berlin:${day}T140000`,
        `DTEND;TZID=Europe/Berlin:${day}T150000`,
        'LOCATION:Room 2',
      ],
    ],
  },
  'with added days': {
    lines: (day) => [`DTSTART:${day}T090000Z`, `RDATE:${day}T120000Z,${day}T150000Z`, 'DURATION:PT30M'],
  },
  'with an alarm': { lines: (day) => [...inUtc(day), ...alarm('TRIGGER:-PT15M')] },
  'with three alarms': {
    lines: (day) => [
      ...inUtc(day),
      ...alarm('TRIGGER:-PT15M'),
      ...alarm(`TRIGGER;VALUE=DATE-TIME:${day}T060000Z`),
      ...emailAlarm,
    ],
  },
  'with a link': {
    lines: (day) => [...inUtc(day), 'ATTACH:https://example.com/agenda.pdf', 'URL:https://example.com/'],
  },
  'with a file': {
    lines: (day) => [
      ...inUtc(day),
      `ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=text/plain;X-FILENAME=agenda.txt:${Buffer.from('agenda '.repeat(200)).toString('base64')}`,
    ],
  },
  'with categories': {
    lines: (day) => [
      ...inUtc(day),
      String.raw`CATEGORIES:Work\, remote,Private`,
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'PRIORITY:1',
      'STATUS:TENTATIVE',
    ],
  },
  'one category with a comma': { lines: (day) => [...inUtc(day), String.raw`CATEGORIES:A\,B`] },
  'two categories': { lines: (day) => [...inUtc(day), 'CATEGORIES:A,B'] },
  'with a position': {
    lines: (day) => [...inUtc(day), 'GEO:52.516300;13.377700', String.raw`LOCATION:Brandenburger Tor\, Berlin`],
  },
  'with long text': {
    lines: (day) => [
      ...inUtc(day),
      `DESCRIPTION:${String.raw`Zeile mit Umlauten äöü\, Kommas\; und\nUmbrüchen. `.repeat(80)}`,
    ],
  },
  'with own properties': {
    lines: (day) => [...inUtc(day), 'X-CUSTOM;X-A=1;X-B="two, three":value', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'],
  },
  'with others': {
    lines: (day) => [
      ...inUtc(day),
      'ORGANIZER;CN="Boss, The":mailto:boss@elsewhere.example',
      'ATTENDEE;CN=Guest;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:guest@elsewhere.example',
    ],
  },
};

const stamp = 'DTSTAMP:20260101T000000Z';
const calendar = (lines: readonly string[]): string =>
  folded([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example Corp//Calendar 1.0//EN',
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]);

/** Events by their UID, each variant on six days. */
export const events = (): ReadonlyMap<string, string> => {
  const all = new Map<string, string>();
  for (const [at, [title, variant]] of Object.entries(variants).entries())
    for (let index = 0; index < 6; index++) {
      const day = `2027${String(1 + (at % 12)).padStart(2, '0')}${String(10 + index)}`;
      const uid = `event-${at}-${index}`;
      const head = ['BEGIN:VEVENT', `UID:${uid}`, stamp, `SUMMARY:Grüße ${title} ${index}`];
      const exceptions = (variant.exceptions?.(day) ?? []).flatMap((lines) => [...head, ...lines, 'END:VEVENT']);
      all.set(uid, calendar([...(variant.zones ?? []), ...head, ...variant.lines(day), 'END:VEVENT', ...exceptions]));
    }
  return all;
};

/** Future meetings organized by the account, with an attendee on the same server. */
export const createMeetings = (): ReadonlyMap<string, string> =>
  new Map(
    [1, 2, 3].map((index) => {
      const uid = `meeting-${index}`;
      const lines = [
        `DTSTART:2028010${index}T090000Z`,
        `DTEND:2028010${index}T100000Z`,
        `ORGANIZER;CN=Ada:mailto:${emailOf('ada')}`,
        `ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED:mailto:${emailOf('ada')}`,
        `ATTENDEE;CN=Grace;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:${emailOf('grace')}`,
      ];
      return [uid, calendar(['BEGIN:VEVENT', `UID:${uid}`, stamp, `SUMMARY:Meeting ${index}`, ...lines, 'END:VEVENT'])];
    }),
  );

/** Tasks by their UID. */
export const tasks = (): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: 60 }, (_, index) => {
      const uid = `task-${index}`;
      const states = [
        ['STATUS:NEEDS-ACTION'],
        ['STATUS:COMPLETED', 'COMPLETED:20260102T000000Z', 'PERCENT-COMPLETE:100'],
        ['STATUS:IN-PROCESS', 'PERCENT-COMPLETE:40'],
        ['DUE;VALUE=DATE:20270301', ...alarm('TRIGGER;RELATED=END:-PT1H')],
        ['RELATED-TO:task-0', 'PRIORITY:5'],
      ];
      return [
        uid,
        calendar([
          'BEGIN:VTODO',
          `UID:${uid}`,
          stamp,
          `SUMMARY:Aufgabe ${index}`,
          ...(states[index % states.length] ?? []),
          'END:VTODO',
        ]),
      ];
    }),
  );

export type ValueType =
  | 'raw'
  | 'text'
  | 'word'
  | 'texts'
  | 'structure'
  | 'structure_of_texts'
  | 'time'
  | 'times'
  | 'duration'
  | 'coordinates'
  | 'integer'
  | 'rule'
  | 'offset'
  | 'uri'
  | 'binary';

/** Which specification defines the types of a component's properties. */
export type Format = 'calendar' | 'card3' | 'card4';

export interface PropertyType {
  readonly type: ValueType;
  readonly defaultValue: string;
}

const named = (type: ValueType, defaultValue: string, names: string): [string, PropertyType][] =>
  names.split(' ').map((name) => [name, { type, defaultValue }]);

/** RFC 5545, 7986 and 9073. */
const calendar = new Map([
  ...named('text', 'TEXT', 'SUMMARY DESCRIPTION LOCATION COMMENT CONTACT RELATED-TO UID TZID TZNAME VERSION NAME'),
  ...named('word', 'TEXT', 'METHOD STATUS CLASS TRANSP ACTION CALSCALE COLOR BUSYTYPE'),
  ...named('texts', 'TEXT', 'CATEGORIES RESOURCES'),
  ...named('structure', 'TEXT', 'REQUEST-STATUS'),
  ...named('time', 'DATE-TIME', 'DTSTART DTEND DUE COMPLETED CREATED LAST-MODIFIED RECURRENCE-ID ACKNOWLEDGED'),
  ...named('times', 'DATE-TIME', 'EXDATE RDATE'),
  ...named('times', 'PERIOD', 'FREEBUSY'),
  ...named('duration', 'DURATION', 'DURATION TRIGGER REFRESH-INTERVAL'),
  ...named('coordinates', 'FLOAT', 'GEO'),
  ...named('integer', 'INTEGER', 'PERCENT-COMPLETE PRIORITY REPEAT SEQUENCE'),
  ...named('rule', 'RECUR', 'RRULE EXRULE'),
  ...named('offset', 'UTC-OFFSET', 'TZOFFSETFROM TZOFFSETTO'),
  ...named('uri', 'URI', 'URL ATTACH TZURL SOURCE'),
  ...named('uri', 'CAL-ADDRESS', 'ATTENDEE ORGANIZER'),
]);

const anyCard = [
  ...named('text', 'TEXT', 'FN NOTE TITLE ROLE EMAIL TEL'),
  ...named('texts', 'TEXT', 'CATEGORIES NICKNAME'),
  ...named('structure', 'TEXT', 'ORG'),
  ...named('structure_of_texts', 'TEXT', 'N ADR'),
  ...named('uri', 'URI', 'URL SOURCE IMPP'),
];

/** RFC 2426, which adopted the properties of vCard 2.1. */
const card3 = new Map([
  ...anyCard,
  ...named('text', 'PHONE-NUMBER', 'TEL'),
  ...named('text', 'TEXT', 'LABEL MAILER NAME SORT-STRING UID'),
  ...named('word', 'TEXT', 'CLASS VERSION'),
  ...named('binary', 'BINARY', 'PHOTO LOGO SOUND KEY'),
  ...named('time', 'DATE', 'BDAY'),
  ...named('coordinates', 'FLOAT', 'GEO'),
  ...named('offset', 'UTC-OFFSET', 'TZ'),
]);

/** RFC 6350, 6474 and 6715. */
const card4 = new Map([
  ...anyCard,
  ...named('text', 'TEXT', 'TZ XML BIRTHPLACE DEATHPLACE EXPERTISE HOBBY INTEREST ORG-DIRECTORY'),
  ...named('word', 'TEXT', 'KIND VERSION'),
  ...named('word', 'LANGUAGE-TAG', 'LANG'),
  ...named('structure', 'TEXT', 'GENDER CLIENTPIDMAP'),
  ...named('time', 'DATE-AND-OR-TIME', 'BDAY ANNIVERSARY DEATHDATE'),
  ...named('uri', 'URI', 'PHOTO LOGO SOUND KEY GEO MEMBER RELATED UID FBURL CALADRURI CALURI'),
]);

const properties: Readonly<Record<Format, ReadonlyMap<string, PropertyType>>> = { calendar, card3, card4 };

/** Properties outside the specifications are compared as they are, because their type is unknown. */
const unknownType: PropertyType = { type: 'raw', defaultValue: 'TEXT' };

export const propertyType = (format: Format, name: string): PropertyType => properties[format].get(name) ?? unknownType;

const typesOfValue: ReadonlyMap<string, ValueType> = new Map([
  ['TEXT', 'text'],
  ['URI', 'uri'],
  ['CAL-ADDRESS', 'uri'],
  ['BINARY', 'binary'],
  ['DATE', 'time'],
  ['DATE-TIME', 'time'],
  ['DATE-AND-OR-TIME', 'time'],
  ['TIMESTAMP', 'time'],
  ['DURATION', 'duration'],
  ['INTEGER', 'integer'],
  ['BOOLEAN', 'word'],
  ['UTC-OFFSET', 'offset'],
]);

export const typeOfValue = ({ type }: PropertyType, value: string): ValueType =>
  type === 'times' || type === 'raw' ? type : (typesOfValue.get(value) ?? 'raw');

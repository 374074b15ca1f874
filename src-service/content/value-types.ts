import type { ValueType } from './canonical-value.ts';

export type Format = 'calendar' | 'card3' | 'card4';

export interface PropertyType {
  readonly type: ValueType;
  readonly defaultValue: string;
}

const propertyTypes = (type: ValueType, defaultValue: string, names: string): [string, PropertyType][] =>
  names.split(' ').map((name) => [name, { type, defaultValue }]);

/** RFC 5545, 7986 and 9073. */
const calendar = new Map([
  ...propertyTypes(
    'text',
    'TEXT',
    'SUMMARY DESCRIPTION LOCATION COMMENT CONTACT RELATED-TO UID TZID TZNAME VERSION NAME',
  ),
  ...propertyTypes('word', 'TEXT', 'METHOD STATUS CLASS TRANSP ACTION CALSCALE COLOR BUSYTYPE'),
  ...propertyTypes('texts', 'TEXT', 'CATEGORIES RESOURCES'),
  ...propertyTypes('structure', 'TEXT', 'REQUEST-STATUS'),
  ...propertyTypes('time', 'DATE-TIME', 'DTSTART DTEND DUE COMPLETED CREATED LAST-MODIFIED RECURRENCE-ID ACKNOWLEDGED'),
  ...propertyTypes('times', 'DATE-TIME', 'EXDATE RDATE'),
  ...propertyTypes('times', 'PERIOD', 'FREEBUSY'),
  ...propertyTypes('duration', 'DURATION', 'DURATION TRIGGER REFRESH-INTERVAL'),
  ...propertyTypes('coordinates', 'FLOAT', 'GEO'),
  ...propertyTypes('integer', 'INTEGER', 'PERCENT-COMPLETE PRIORITY REPEAT SEQUENCE'),
  ...propertyTypes('rule', 'RECUR', 'RRULE EXRULE'),
  ...propertyTypes('offset', 'UTC-OFFSET', 'TZOFFSETFROM TZOFFSETTO'),
  ...propertyTypes('uri', 'URI', 'URL ATTACH TZURL SOURCE'),
  ...propertyTypes('uri', 'CAL-ADDRESS', 'ATTENDEE ORGANIZER'),
]);

const cardProperties = [
  ...propertyTypes('text', 'TEXT', 'FN NOTE TITLE ROLE EMAIL TEL'),
  ...propertyTypes('texts', 'TEXT', 'CATEGORIES NICKNAME'),
  ...propertyTypes('structure', 'TEXT', 'ORG'),
  ...propertyTypes('structure_of_texts', 'TEXT', 'N ADR'),
  ...propertyTypes('uri', 'URI', 'URL SOURCE IMPP'),
];

/** RFC 2426, which adopted the properties of vCard 2.1. */
const card3 = new Map([
  ...cardProperties,
  ...propertyTypes('text', 'PHONE-NUMBER', 'TEL'),
  ...propertyTypes('text', 'TEXT', 'LABEL MAILER NAME SORT-STRING UID'),
  ...propertyTypes('word', 'TEXT', 'CLASS VERSION'),
  ...propertyTypes('binary', 'BINARY', 'PHOTO LOGO SOUND KEY'),
  ...propertyTypes('time', 'DATE', 'BDAY'),
  ...propertyTypes('coordinates', 'FLOAT', 'GEO'),
  ...propertyTypes('offset', 'UTC-OFFSET', 'TZ'),
]);

/** RFC 6350, 6474 and 6715. */
const card4 = new Map([
  ...cardProperties,
  ...propertyTypes('text', 'TEXT', 'TZ XML BIRTHPLACE DEATHPLACE EXPERTISE HOBBY INTEREST ORG-DIRECTORY'),
  ...propertyTypes('word', 'TEXT', 'KIND VERSION'),
  ...propertyTypes('word', 'LANGUAGE-TAG', 'LANG'),
  ...propertyTypes('structure', 'TEXT', 'GENDER CLIENTPIDMAP'),
  ...propertyTypes('time', 'DATE-AND-OR-TIME', 'BDAY ANNIVERSARY DEATHDATE'),
  ...propertyTypes('uri', 'URI', 'PHOTO LOGO SOUND KEY GEO MEMBER RELATED UID FBURL CALADRURI CALURI'),
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

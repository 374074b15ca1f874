import { canonicalUri } from './canonical-value.ts';
import type { Parameter } from './read-content-line.ts';
import type { Format } from './value-types.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const words = setOf(
  'TYPE VALUE ENCODING CUTYPE ROLE PARTSTAT RSVP FBTYPE RELATED RELTYPE RANGE LANGUAGE FMTTYPE MEDIATYPE CHARSET PREF ' +
    'CALSCALE FEATURE DISPLAY SCHEDULE-AGENT SCHEDULE-FORCE-SEND DERIVED',
);
const sets = setOf('TYPE MEMBER DELEGATED-TO DELEGATED-FROM PID FEATURE DISPLAY');
const uris = setOf('MEMBER DELEGATED-TO DELEGATED-FROM SENT-BY ALTREP DIR');

const defaults = setOf(
  'CUTYPE=INDIVIDUAL ROLE=REQ-PARTICIPANT PARTSTAT=NEEDS-ACTION RSVP=FALSE RELATED=START RELTYPE=PARENT FBTYPE=BUSY ' +
    'ENCODING=8BIT ENCODING=7BIT SCHEDULE-AGENT=SERVER',
);

const encodings = setOf('QUOTED-PRINTABLE BASE64 8BIT 7BIT');

/** `TEL;HOME:` of vCard 2.1 means `TEL;TYPE=HOME:`. */
const withName = (parameter: Parameter, format: Format): Parameter => {
  if (parameter.values.length > 0 || format !== 'card3') return parameter;
  const { name } = parameter;
  return { name: encodings.has(name) ? 'ENCODING' : 'TYPE', values: [name] };
};

/** Decodes RFC 6868 escapes. vCard 3.0 predates these escapes. */
const decodeValue = (value: string, format: Format): string =>
  format === 'card3'
    ? value
    : value.replaceAll(/\^(['n^])/g, (_all, character: string) => ({ "'": '"', n: '\n' })[character] ?? character);

const valueOf = (name: string, value: string, format: Format): string => {
  const text = decodeValue(value, format);
  if (uris.has(name)) return canonicalUri(text);
  if (!words.has(name)) return text;
  const word = text.toUpperCase();
  return name === 'ENCODING' && word === 'B' ? 'BASE64' : word;
};

export const canonicalParameters = (parameters: readonly Parameter[], format: Format): readonly string[] => {
  const lists = new Map<string, Set<string>>();
  const others: string[] = [];
  for (const parameter of parameters) {
    const { name, values: writtenValues } = withName(parameter, format);
    if (name === 'VALUE') continue;
    const values = writtenValues.map((value) => valueOf(name, value, format));
    if (sets.has(name)) {
      const list = lists.get(name) ?? new Set<string>();
      for (const value of values) lists.set(name, list.add(value));
    } else if (!defaults.has(`${name}=${values.join(',')}`)) others.push(JSON.stringify([name, values]));
  }
  const mergedParameters = [...lists].map(([name, values]) => JSON.stringify([name, [...values].toSorted()]));
  return [...mergedParameters, ...others].toSorted();
};

export const valueParameter = (parameters: readonly Parameter[]): string | undefined =>
  parameters.find(({ name }) => name === 'VALUE')?.values[0]?.toUpperCase();

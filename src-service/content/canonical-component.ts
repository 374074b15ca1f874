import { createHash } from 'node:crypto';
import { canonicalParameters, valueParameter } from './canonical-parameters.ts';
import { canonicalValues } from './canonical-value.ts';
import type { Component } from './read-component.ts';
import type { ContentLine } from './read-content-line.ts';
import { type Format, propertyType, typeOfValue } from './value-types.ts';

export interface CanonicalProperty {
  readonly name: string;
  readonly key: string;
  readonly valueKey: string;
  readonly line: ContentLine;
}

/** Equivalent components have the same `key`. */
export interface CanonicalComponent {
  readonly name: string;
  /** Distinguishes components with the same name, such as a series from its exceptions, or two time zones. */
  readonly identity: string;
  readonly key: string;
  readonly properties: readonly CanonicalProperty[];
  readonly components: readonly CanonicalComponent[];
}

const serverProperties: ReadonlySet<string> = new Set(['PRODID', 'REV', 'DTSTAMP', 'X-RADICALE-NAME']);

const identities: readonly string[] = ['UID', 'RECURRENCE-ID', 'TZID'];

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Longer values, such as pictures, are compared by hash. */
const maxHeldCharacters = 500;
const storedForm = (value: string): string => (value.length > maxHeldCharacters ? hashOf(value) : value);

const formatOf = ({ name, lines }: Component): Format => {
  if (name !== 'VCARD') return 'calendar';
  return lines.find((line) => line.name === 'VERSION')?.value.trim() === '4.0' ? 'card4' : 'card3';
};

const canonicalProperties = (line: ContentLine, format: Format): readonly CanonicalProperty[] => {
  const { group, name, parameters, value } = line;
  const byDefault = propertyType(format, name);
  const statedType = valueParameter(parameters) ?? byDefault.defaultValue;
  const type = statedType === byDefault.defaultValue ? byDefault.type : typeOfValue(byDefault, statedType);
  const valueType = statedType === byDefault.defaultValue ? '' : statedType;
  const others = canonicalParameters(parameters, format);
  return canonicalValues(type, value).map((text) => {
    const valueKey = storedForm(text);
    return { name, valueKey, key: JSON.stringify([group, name, valueType, others, valueKey]), line };
  });
};

const isSignificant = ({ name, value }: ContentLine, format: Format): boolean =>
  !serverProperties.has(name) &&
  !(format === 'calendar' && name === 'CALSCALE' && value.trim().toUpperCase() === 'GREGORIAN');

/** Returns a component without differences that servers introduce: order, folding, case, escapes and default values. */
export const canonicalComponent = (component: Component): CanonicalComponent => {
  const format = formatOf(component);
  const properties = component.lines
    .filter((line) => isSignificant(line, format))
    .flatMap((line) => canonicalProperties(line, format));
  const components = component.components.map(canonicalComponent);
  const keys = [properties, components].map((parts) => parts.map(({ key }) => key).toSorted());
  const identity = identities.map(
    (wanted) => properties.find(({ name }) => name === wanted)?.valueKey.slice(0, maxHeldCharacters) ?? '',
  );
  return {
    name: component.name,
    identity: JSON.stringify([component.name, ...identity]),
    key: hashOf([component.name, ...keys]),
    properties,
    components,
  };
};

import type { ItemChange } from '#shared/reports-api/reports.ts';
import { boundedText } from './bounded-text.ts';
import { type CanonicalComponent, canonicalComponent, type CanonicalProperty } from './canonical-component.ts';
import { readComponent } from './read-component.ts';
import { type ContentLine, contentLineText } from './read-content-line.ts';

export const maxChanges = 20;
export const maxChangeCharacters = 160;
const maxNameCharacters = 80;

type Pair<Part> = readonly [Part | undefined, Part | undefined];

const pairParts = <Part>(
  before: readonly Part[],
  after: readonly Part[],
  kindOf: (part: Part) => string,
): Pair<Part>[] => {
  const unpairedParts = Map.groupBy(after.toReversed(), kindOf);
  const pairs = before.map((part): Pair<Part> => [part, unpairedParts.get(kindOf(part))?.pop()]);
  return [
    ...pairs,
    ...[...unpairedParts.values()].flatMap((parts) => parts.map((part): Pair<Part> => [undefined, part])),
  ];
};

const pairByKey = <Part>(
  before: readonly Part[],
  after: readonly Part[],
  kinds: readonly ((part: Part) => string)[],
): Pair<Part>[] => {
  const foundPairs: Pair<Part>[] = [];
  let [alone, other] = [before, after];
  for (const kindOf of kinds) {
    const pairs = pairParts(alone, other, kindOf);
    foundPairs.push(...pairs.filter(([one, two]) => one !== undefined && two !== undefined));
    alone = pairs.flatMap(([one, two]) => (one !== undefined && two === undefined ? [one] : []));
    other = pairs.flatMap(([one, two]) => (two !== undefined && one === undefined ? [two] : []));
  }
  return [
    ...foundPairs,
    ...alone.map((part): Pair<Part> => [part, undefined]),
    ...other.map((part): Pair<Part> => [undefined, part]),
  ];
};

const parametersText = ({ line }: CanonicalProperty): string =>
  line.parameters.length === 0 ? '' : contentLineText({ ...line, group: '', name: 'X', value: '' }).slice(2);

const textsOf = (pair: Pair<CanonicalProperty>): readonly (string | null)[] => {
  const [before, after] = pair.map((part) => part && parametersText(part));
  return pair.map((part) => {
    if (part === undefined) return null;
    const value = part.line.value.slice(0, maxChangeCharacters);
    return boundedText(before === after ? value : parametersText(part) + value, maxChangeCharacters);
  });
};

function* propertyChanges(
  before: readonly CanonicalProperty[],
  after: readonly CanonicalProperty[],
  nameOf: (name: string) => string,
): Generator<ItemChange> {
  const pairs = pairByKey(before, after, [
    ({ key }) => key,
    ({ name, valueKey }) => JSON.stringify([name, valueKey]),
    ({ name }) => name,
  ]);
  // A list has one property per value, but its line is reported only once.
  const reportedLines = new Set<ContentLine>();
  const partners = new Map<ContentLine, ContentLine>();
  for (const [one, other] of pairs)
    if (one !== undefined && other !== undefined) partners.set(one.line, other.line).set(other.line, one.line);
  const partnerOf = (part: CanonicalProperty | undefined): CanonicalProperty | undefined => {
    const line = part && partners.get(part.line);
    return part && line && { ...part, line };
  };
  for (const pair of pairs) {
    const [one, other] = pair;
    const lines = pair.flatMap((part) => (part === undefined ? [] : [part.line]));
    if (one?.key === other?.key || lines.every((line) => reportedLines.has(line))) continue;
    for (const line of lines) reportedLines.add(line);
    const [text = null, otherText = null] = textsOf([one ?? partnerOf(other), other ?? partnerOf(one)]);
    yield { property: nameOf((one ?? other)?.name ?? ''), before: text, after: otherText };
  }
}

const emptyContent: Pick<CanonicalComponent, 'properties' | 'components'> = { properties: [], components: [] };

const exceptionOf = ({ properties }: CanonicalComponent): string | undefined =>
  properties.find(({ name }) => name === 'RECURRENCE-ID')?.line.value;

function* componentChanges([before, after]: Pair<CanonicalComponent>, path: string): Generator<ItemChange> {
  if (before?.key === after?.key) return;
  const some = before ?? after;
  const exception = some && exceptionOf(some);
  const nameOf = (name: string): string =>
    boundedText(path + (name || 'CONTENT') + (exception === undefined ? '' : ` (${exception})`), maxNameCharacters);
  const one = before ?? emptyContent;
  const other = after ?? emptyContent;
  yield* propertyChanges(one.properties, other.properties, nameOf);
  const pairs = pairByKey(one.components, other.components, [
    ({ key }) => key,
    ({ identity }) => identity,
    ({ name }) => name,
  ]);
  for (const pair of pairs) {
    const { name = '' } = pair[0] ?? pair[1] ?? {};
    // Every item has these outer components, so paths omit them.
    const isOuterComponent = ['', 'VCALENDAR'].includes(some?.name ?? '') && name !== 'VTIMEZONE';
    yield* componentChanges(pair, isOuterComponent ? '' : `${path}${name}.`);
  }
}

export const compareItems = (before: Buffer, after: Buffer): readonly ItemChange[] => {
  const pair = [before, after].map((content) => canonicalComponent(readComponent(content))) as [
    CanonicalComponent,
    CanonicalComponent,
  ];
  const changes: ItemChange[] = [];
  for (const change of componentChanges(pair, '')) if (changes.push(change) === maxChanges) break;
  return changes;
};

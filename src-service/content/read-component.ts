import { type ContentLine, readContentLine } from './read-content-line.ts';

export interface Component {
  /** In upper case. Empty for the root, which contains the outermost components of an item. */
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly Component[];
}

interface OpenComponent extends Component {
  readonly lines: ContentLine[];
  readonly components: OpenComponent[];
}

/** Limits. Real items have at most a few thousand lines, parameters and list values, and four levels. */
const maxParts = 200_000;
const maxDepth = 16;

const hasTooManyParts = (text: string): boolean => {
  let count = 0;
  for (let index = 0; index < text.length && count <= maxParts; index++)
    if ('\n;,'.includes(text[index] ?? '')) count++;
  return count > maxParts;
};

/** Unfolds bytes before decoding, because a fold may split a multi-byte character. */
const unfoldLines = (content: Buffer): string =>
  Buffer.from(content.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')
    .toString('utf8')
    .replace(/^\u{FEFF}/u, '');

/** Whether a vCard 2.1 line ends with a soft line break. */
const goesOn = ({ parameters, value }: ContentLine): boolean =>
  value.endsWith('=') &&
  parameters.some(({ name, values }) => [name, ...values].some((word) => word.toUpperCase() === 'QUOTED-PRINTABLE'));

function* readLines(text: string): Generator<ContentLine> {
  let parts: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === '' && parts.length === 0) continue;
    const isPartial = parts.length > 0 ? line.endsWith('=') : goesOn(readContentLine(line));
    parts.push(isPartial ? line.slice(0, -1) : line);
    if (isPartial) continue;
    yield readContentLine(parts.join(''));
    parts = [];
  }
  if (parts.length > 0) yield readContentLine(parts.join(''));
}

/** Parses an item into a tree. Undefined if components are nested incorrectly or there are too many parts. */
const readTree = (text: string): Component | undefined => {
  if (hasTooManyParts(text)) return undefined;
  const root: OpenComponent = { name: '', lines: [], components: [] };
  const openComponents = [root];
  for (const line of readLines(text)) {
    const current = openComponents.at(-1);
    if (current === undefined) return undefined;
    if (line.name === 'BEGIN') {
      const component: OpenComponent = { name: line.value.trim().toUpperCase(), lines: [], components: [] };
      current.components.push(component);
      if (openComponents.push(component) > maxDepth) return undefined;
    } else if (line.name === 'END') {
      if (openComponents.length === 1 || line.value.trim().toUpperCase() !== current.name) return undefined;
      openComponents.pop();
    } else current.lines.push(line);
  }
  return openComponents.length === 1 ? root : undefined;
};

/** Parses a vCard or iCalendar object into a component tree. Other content becomes one nameless line. */
export const readComponent = (content: Buffer): Component => {
  const text = unfoldLines(content);
  return (
    readTree(text) ?? {
      name: '',
      lines: [{ group: '', name: '', parameters: [], value: text.replaceAll('\r\n', '\n').trim() }],
      components: [],
    }
  );
};

export function* allComponents(component: Component): Generator<Component> {
  yield component;
  for (const inner of component.components) yield* allComponents(inner);
}

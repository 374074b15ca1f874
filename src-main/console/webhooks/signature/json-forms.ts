import type { JsonForm } from '#shared/console-contract/signature-check.ts';
import { migrationFields, sentFields } from '#shared/migration-api/fields.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import type { TimeSlices } from './time-slices.ts';

export type JsonTree =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: JsonTree])[] };

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const maxDepth = 64;

/** Parses JSON losslessly. Null if the JSON is invalid or too deep. */
export function readTree(text: string): JsonTree | null {
  if (!readJson(text).ok) return null;
  const tokens = text.match(tokenPattern) ?? [];
  let at = 0;
  const read = (depth: number): JsonTree => {
    const token = tokens[at] ?? '';
    at += 1;
    if (depth > maxDepth) throw new RangeError('too deep');
    if (token.startsWith('"')) return { kind: 'string', value: JSON.parse(token) as string };
    if (token !== '{' && token !== '[') return { kind: 'plain', text: token };
    const end = token === '{' ? '}' : ']';
    const items: JsonTree[] = [];
    const members: [string, JsonTree][] = [];
    while (tokens[at] !== end) {
      if (tokens[at] === ',') at += 1;
      if (token === '[') items.push(read(depth + 1));
      else {
        const key = JSON.parse(tokens[at] ?? '""') as string;
        at += 2;
        members.push([key, read(depth + 1)]);
      }
    }
    at += 1;
    return token === '{' ? { kind: 'object', members } : { kind: 'array', items };
  };
  try {
    return read(0);
  } catch {
    return null;
  }
}

const escapeUnicode = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escapeUnicodeUpper = (letter: string): string => escapeUnicode(letter).toUpperCase().replace('\\U', '\\u');
const escapeNonAscii = (json: string): string => json.replace(/[\u0080-\uffff]/g, escapeUnicode);

const stringWriters: Readonly<Record<JsonForm['escapes'], (value: string) => string>> = {
  none: (value) => JSON.stringify(value),
  ascii: (value) => escapeNonAscii(JSON.stringify(value)),
  dotnet: (value) =>
    `"${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, String.raw`\u0022`)
      .replace(/[<>&'+`\u007f-\uffff]/g, escapeUnicodeUpper)}"`,
  slash: (value) => JSON.stringify(value).replaceAll('/', String.raw`\/`),
  php: (value) => escapeNonAscii(JSON.stringify(value)).replaceAll('/', String.raw`\/`),
  html: (value) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeUnicode),
};

const serviceOrder = [
  'type',
  'timestamp',
  'data',
  ...Object.values(sentFields(migrationFields)).map(({ api }) => api),
  'previous_status',
  'sequence',
];
const serviceOrderIndex = (key: string): number => {
  const at = serviceOrder.indexOf(key);
  return at === -1 ? serviceOrder.length : at;
};

type Member = readonly [string, JsonTree];
const orders: Readonly<Record<JsonForm['order'], (members: readonly Member[]) => readonly Member[]>> = {
  original: (members) => members,
  sorted: (members) => [...members].sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
  service: (members) => [...members].sort(([a], [b]) => serviceOrderIndex(a) - serviceOrderIndex(b)),
};

/** Indentation per level or, for JSON on one line, the spaces after comma and colon. */
const spacings: Readonly<
  Record<Exclude<JsonForm['spacing'], 'other'>, { indent?: string; comma: string; colon: string }>
> = {
  compact: { comma: ',', colon: ':' },
  two: { indent: '  ', comma: ',', colon: ': ' },
  four: { indent: '    ', comma: ',', colon: ': ' },
  tab: { indent: '\t', comma: ',', colon: ': ' },
  python: { comma: ', ', colon: ': ' },
};

export function writeTree(tree: JsonTree, { spacing, order, escapes }: JsonForm): string {
  const { indent, comma, colon } = spacings[spacing === 'other' ? 'compact' : spacing];
  const writeString = stringWriters[escapes];
  const writeList = (open: string, close: string, parts: readonly string[], depth: number): string => {
    if (parts.length === 0) return open + close;
    if (indent === undefined) return open + parts.join(comma) + close;
    const line = `\n${indent.repeat(depth + 1)}`;
    return `${open}${line}${parts.join(comma + line)}\n${indent.repeat(depth)}${close}`;
  };
  const write = (node: JsonTree, depth: number): string => {
    if (node.kind === 'plain') return node.text;
    if (node.kind === 'string') return writeString(node.value);
    if (node.kind === 'array')
      return writeList(
        '[',
        ']',
        node.items.map((item) => write(item, depth + 1)),
        depth,
      );
    const members = orders[order](node.members);
    return writeList(
      '{',
      '}',
      members.map(([key, value]) => writeString(key) + colon + write(value, depth + 1)),
      depth,
    );
  };
  return write(tree, 0);
}

export const jsonForms: readonly JsonForm[] = (Object.keys(orders) as JsonForm['order'][]).flatMap((order) =>
  (Object.keys(stringWriters) as JsonForm['escapes'][]).flatMap((escapes) =>
    (Object.keys(spacings) as (keyof typeof spacings)[]).map((spacing) => ({ spacing, order, escapes })),
  ),
);

export async function formOf(text: string, tree: JsonTree, turns: TimeSlices): Promise<JsonForm> {
  for (const form of jsonForms.filter(({ order }) => order === 'original')) {
    if (turns.isOver()) await turns.next();
    if (writeTree(tree, form) === text) return form;
  }
  return { spacing: 'other', order: 'original', escapes: 'none' };
}

import type { LookupResult, ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { harmlessText } from '#shared/harmless-text.ts';
import type { RichText } from '../../../components/migration/rich-text.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Lookup } from './lookup.ts';

export interface IdRow {
  readonly id: string;
  readonly place: number;
  readonly isRepeated: boolean;
  readonly answer: LookupResult | undefined;
  readonly migration: ListedMigration | null;
}

export type IdKind = string;
const notFound = 'not found';
const notLoadedText = 'not loaded';
const waitingText = 'not looked up yet';

/** Returns the status of a line. Lower case marks a result of the lookup that isn't a status of the service. */
export const kindOf = ({ answer, migration }: IdRow): IdKind => {
  if (!answer) return waitingText;
  if (answer.result === 'found') return migration?.status ?? answer.migration.status;
  return answer.result === 'not_found' ? notFound : notLoadedText;
};

const words: Readonly<Record<string, string>> = {
  [notFound]: 'Not found',
  [notLoadedText]: 'Not loaded',
  [waitingText]: 'Pending',
  PENDING_USER_INPUT: 'Waiting',
  COMPLETED_WITH_FAILURES: 'With failures',
};
export const kindWords = (kind: IdKind): string => words[kind] ?? statusWords(kind);

const order = [
  'FAILED',
  notFound,
  'PENDING_USER_INPUT',
  notLoadedText,
  'COMPLETED_WITH_FAILURES',
  'WORKING',
  'NOT_STARTED',
];
const placeOf = (kind: IdKind): number => (order.includes(kind) ? order.indexOf(kind) : order.length);

export const kindsIn = (rows: readonly IdRow[]): readonly { readonly kind: IdKind; readonly count: number }[] => {
  const counts = new Map<IdKind, number>();
  for (const row of rows) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
  counts.delete(waitingText);
  return Array.from(counts, ([kind, count]) => ({ kind, count })).sort(
    (one, other) => placeOf(one.kind) - placeOf(other.kind) || one.kind.localeCompare(other.kind),
  );
};

export const idOrders = ['As pasted', 'By status', 'Newest first'] as const;
export type IdOrder = (typeof idOrders)[number];

const createdAtOf = ({ migration }: IdRow): number => Date.parse(migration?.created ?? '') || 0;

export const shownRows = (rows: readonly IdRow[], kind: IdKind | null, by: IdOrder): readonly IdRow[] => {
  const rowsOfKind = kind === null ? rows : rows.filter((row) => kindOf(row) === kind);
  if (by === 'As pasted') return rowsOfKind;
  return [...rowsOfKind].sort((one, other) =>
    by === 'By status'
      ? placeOf(kindOf(one)) - placeOf(kindOf(other)) || kindOf(one).localeCompare(kindOf(other))
      : createdAtOf(other) - createdAtOf(one),
  );
};

export const idRowsOf = ({ ids, answers }: Lookup, repeated: ReadonlySet<string>): readonly IdRow[] =>
  ids.map((id, at) => {
    const message = answers.get(id);
    const migration = message?.result === 'found' ? message.migration : null;
    return { id, place: at + 1, isRepeated: repeated.has(id), answer: message, migration };
  });

export const fileRow = (row: IdRow): ListedMigration =>
  row.migration ?? {
    id: row.id,
    status: kindOf(row),
    created: null,
    createdByUserId: null,
    companyId: null,
    companyName: null,
    provider: null,
    since: null,
    seenSince: null,
    changed: null,
  };

const heads = ['No.', 'Status', 'Migration', 'Company', 'Started by', 'Created'];

export const listText = (rows: readonly IdRow[]): RichText => {
  const lines = rows.map((row) => {
    const { companyName, companyId, createdByUserId, created } = row.migration ?? {};
    const cells = [
      kindWords(kindOf(row)),
      row.id,
      companyName ?? companyId ?? '',
      createdByUserId ?? '',
      created ?? '',
    ];
    return [String(row.place), ...cells];
  });
  const cell = (name: 'th' | 'td') => (text: string) => `<${name}>${escapeHtml(text)}</${name}>`;
  const line = (name: 'th' | 'td', texts: readonly string[]) => `<tr>${texts.map(cell(name)).join('')}</tr>`;
  return {
    text: [heads, ...lines].map((texts) => `${texts.map(harmlessText).join('\t')}\n`).join(''),
    html: `<table>${[line('th', heads), ...lines.map((texts) => line('td', texts))].join('')}</table>`,
  };
};

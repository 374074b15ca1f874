import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { BulkLine, RequestLine } from '#shared/console-contract/requests-calls.ts';
import type { TableRow } from '#ui/table/table-types.ts';
import { countText } from '#ui/values/number-text.ts';
import { clockText } from '#ui/values/times.tsx';
import { isFailed } from '../../../api/request-log.ts';
import type { RequestsSearch } from './requests-search.ts';

const problemWords: Partial<Record<AppErrorCode, string>> = {
  offline: 'offline',
  timeout: 'timeout',
  cancelled: 'cancelled',
  reply_lost: 'lost',
  redirected: 'redirect',
  reply_too_large: 'too large',
};

export const statusText = ({ status, problem }: RequestLine): string => {
  if (status !== null) return String(status);
  if (problem === null) return 'no response';
  return problemWords[problem] ?? (problem.startsWith('certificate') ? 'certificate' : 'no response');
};

export const bulkText = ({ statuses, retries, failed }: BulkLine): string => {
  const counts = statuses.map(({ status, requests }) => `${status ?? 'no response'}: ${countText(requests)}`);
  const outcomes = [
    ...(retries > 0 ? [`${countText(retries)} retried`] : []),
    ...(failed > 0 ? [`${countText(failed)} failed`] : []),
  ];
  return [counts.join(', '), ...(outcomes.length > 0 ? [outcomes.join(', ')] : [])].join('; ');
};

const uuid = /([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{8}([\da-f]{4})/gi;

export const shortPath = (path: string): string => path.replace(/^(.*)\/api\/v1(?=\/)/, '$1').replaceAll(uuid, '$1…$2');

const matchesWord = (line: RequestLine, word: string): boolean => {
  const text = [line.method, line.path, line.host, statusText(line), line.bulk?.label ?? ''].join(' ').toLowerCase();
  if (!/^[1-5](?:xx|\d\d)$/.test(word)) return text.includes(word);
  const status = String(line.status ?? '');
  if (word.endsWith('xx') ? status.startsWith(word[0] ?? '') && status !== '' : status === word) return true;
  // IDs and ports may contain the same digits, so only whole words match a status.
  return text.split(/[^a-z\d]+/).includes(word);
};

export const filterLines = (
  lines: readonly RequestLine[],
  { filter, text, profile }: Omit<RequestsSearch, 'open'>,
): readonly RequestLine[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(
    (line) =>
      (profile === null || line.profileId === profile) &&
      (filter === 'all' || (filter === 'failed' ? isFailed(line) : line.method.toLowerCase() === filter)) &&
      words.every((word) => matchesWord(line, word)),
  );
};

export const medianMs = (lines: readonly RequestLine[]): number | null => {
  const times = lines.filter(({ bulk }) => bulk === null).map(({ totalMs }) => totalMs);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? null;
};

interface Span {
  readonly x: number;
  readonly width: number;
}

/** Returns a line's duration in ms. For a background task, from its first request to the end of its latest. */
const lengthOf = ({ at, totalMs, bulk }: RequestLine): number =>
  bulk && bulk.requests > 1 ? Date.parse(bulk.lastAt) - Date.parse(at) : totalMs;

/** Returns each request's bar on a time axis of `width` units. Positions and widths are integers, and widths are at least 3. */
export const laneOf = (lines: readonly RequestLine[], width: number): ((line: RequestLine) => Span) => {
  const starts = lines.map(({ at }) => Date.parse(at));
  const from = Math.min(...starts);
  const to = Math.max(...lines.map((line) => Date.parse(line.at) + lengthOf(line)));
  const scale = to > from ? width / (to - from) : 0;
  return (line) => {
    const span = Math.min(width, Math.max(3, Math.round(lengthOf(line) * scale)));
    const x = Math.min(width - span, Math.round((Date.parse(line.at) - from) * scale));
    return { x: Math.max(0, x), width: span };
  };
};

export interface RequestRow extends TableRow {
  readonly line: RequestLine;
  readonly span: Span;
}

const requestRows = new WeakMap<RequestLine, RequestRow>();

/** Returns the same object for an unchanged row, because the table renders only rows whose object changed. */
export const rowOf = (line: RequestLine, span: Span): RequestRow => {
  const previous = requestRows.get(line);
  if (previous?.span.x === span.x && previous.span.width === span.width) return previous;
  const row = { id: String(line.id), line, span };
  requestRows.set(line, row);
  return row;
};

export const exactTime = (at: string): string => {
  const date = new Date(at);
  return `${clockText(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
};

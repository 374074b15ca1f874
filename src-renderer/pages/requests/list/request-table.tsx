import { useMemo } from 'react';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Columns } from '#ui/table/table-types.ts';
import type { CursorActions } from '#ui/table/use-row-cursor.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countedText } from '#ui/values/number-text.ts';
import { durationText } from '#ui/values/times.tsx';
import { isFailed } from '../../../api/request-log.ts';
import { exactTime, laneOf, type RequestRow, rowOf, shortPath, statusText } from './request-lines.ts';

const laneWidth = 70;
const slowMs = 1_000;

const tryText = (line: RequestLine): string | null => {
  if (line.bulk) return line.bulk.failed > 0 ? `${line.bulk.failed} failed` : null;
  return line.tryNumber > 1 || (line.triesAllowed > 1 && isFailed(line) && (line.status ?? 500) >= 500)
    ? `try ${line.tryNumber}`
    : null;
};

const toneOf = (line: RequestLine): 'failed' | 'slow' | 'good' =>
  isFailed(line) ? 'failed' : line.totalMs > slowMs && !line.bulk ? 'slow' : 'good';

const Path = ({ line: { bulk, host, path } }: RequestRow) => (
  <bdi className="mono" {...tip(`${host}${path}`, { whenCut: true })}>
    {bulk ? `${bulk.label}, ${countedText(bulk.requests, 'request')}` : shortPath(path)}
  </bdi>
);

const Status = ({ line }: RequestRow) => (
  <span className={`text-strong ${isFailed(line) ? 'failed' : 'good'} number`}>
    {statusText(line)}
    <span className="request-try hint">{tryText(line)}</span>
  </span>
);

/** Decorative, because time and duration have their own cells. */
const Lane = ({ line, span: { x, width } }: RequestRow) => (
  <svg width={laneWidth} height="14" aria-hidden="true">
    <rect className="waterfall-track" y="6.5" width={laneWidth} height="1" />
    <rect className={`lane-span forced-ink ${toneOf(line)}`} x={x} y="3.500" width={width} height="7" rx="1.500" />
  </svg>
);

/** If all requests belong to one profile, the page header shows its name. */
export const columnsOf = (names: ReadonlyMap<string, string>): Columns<RequestRow> => {
  const profile = ({ line }: RequestRow) => {
    const name = names.get(line.profileId) ?? '';
    return (
      <bdi className="muted" {...tip(name, { whenCut: true })}>
        {name}
      </bdi>
    );
  };
  return [
    { id: 'request-time', head: 'Time', cell: ({ line }) => <span className="muted mono">{exactTime(line.at)}</span> },
    {
      id: 'request-method',
      head: 'Method',
      cell: ({ line }) => <span className="hint text-strong">{line.method}</span>,
    },
    { id: 'request-path', head: 'Path', cell: Path },
    ...(names.size > 1 ? [{ id: 'request-profile', head: 'Profile', cell: profile }] : []),
    { id: 'request-status', head: 'Status', cell: Status },
    {
      id: 'request-ms',
      head: 'Duration',
      cell: ({ line }) => <span className={`number ${toneOf(line)}`}>{durationText(line.totalMs)}</span>,
    },
    { id: 'request-lane', head: 'Timeline', cell: Lane },
  ];
};

interface RequestTableProps {
  readonly lines: readonly RequestLine[];
  readonly names: ReadonlyMap<string, string>;
  readonly actions: CursorActions;
}

export const RequestTable = ({ lines, names, actions }: RequestTableProps) => {
  const columns = useMemo(() => columnsOf(names), [names]);
  const items = useMemo(() => {
    const spanOf = laneOf(lines, laneWidth);
    return lines.map((line) => ({ kind: 'row', value: rowOf(line, spanOf(line)) }) as const);
  }, [lines]);
  return (
    <DataTable
      name="Requests"
      look={{ columns, density: 'compact' }}
      pageKey="requests"
      isLive
      {...{ items, actions }}
    />
  );
};

import { memo, useMemo, useRef } from 'react';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { countedText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { isFailed } from '../../../api/request-log.ts';
import { durationText } from '#ui/values/times.tsx';
import { exactTime, laneOf, shortPath, type Span, statusText } from './request-lines.ts';
import { useRowCursor } from '#ui/table/use-row-cursor.ts';
import '#ui/table/data-table.css';

const laneWidth = 70;
const slowMs = 1_000;

const tryText = (line: RequestLine): string | null => {
  if (line.bulk) return line.bulk.failed > 0 ? `${line.bulk.failed} failed` : null;
  return line.tryNumber > 1 || (line.triesAllowed > 1 && isFailed(line) && (line.status ?? 500) >= 500)
    ? `try ${line.tryNumber}`
    : null;
};

interface RequestRowProps extends Span {
  readonly line: RequestLine;
  readonly profile: string | null;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (id: string, how: 'open') => void;
}

const RequestRowInner = ({ line, profile, isCursor, isOpen, onOpen, x, width }: RequestRowProps) => {
  const hasFailed = isFailed(line);
  const tries = tryText(line);
  const tone = hasFailed ? 'failed' : line.totalMs > slowMs && !line.bulk ? 'slow' : 'good';
  const path = line.bulk ? `${line.bulk.label}, ${countedText(line.bulk.requests, 'request')}` : shortPath(line.path);
  return (
    <tr
      className="data-row"
      data-opens
      tabIndex={isCursor ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(String(line.id), 'open')}
    >
      <td className="request-time muted mono">{exactTime(line.at)}</td>
      <td className="request-method hint text-strong">{line.method}</td>
      <td className="request-path mono">
        <bdi {...tip(`${line.host}${line.path}`, { whenCut: true })}>{path}</bdi>
      </td>
      {profile === null ? null : (
        <td className="request-profile muted truncate">
          <bdi {...tip(profile, { whenCut: true })}>{profile}</bdi>
        </td>
      )}
      <td className={`request-status text-strong ${hasFailed ? 'failed' : 'good'} number`}>
        {statusText(line)}
        {tries === null ? null : <span className="request-try hint">{tries}</span>}
      </td>
      <td className={`request-ms number ${tone}`}>{durationText(line.totalMs)}</td>
      {/* Decorative, because time and duration have their own cells. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className="request-lane">
        <svg width={laneWidth} height="14" aria-hidden="true">
          <rect className="waterfall-track" y="6.5" width={laneWidth} height="1" />
          <rect className={`lane-span forced-ink ${tone}`} x={x} y="3.500" width={width} height="7" rx="1.500" />
        </svg>
      </td>
    </tr>
  );
};

const RequestRow = memo(RequestRowInner);

interface RequestTableProps {
  readonly lines: readonly RequestLine[];
  readonly names: ReadonlyMap<string, string>;
  readonly openId: number | null;
  readonly onOpen: (id: string, how: 'open' | 'move') => void;
  readonly onClose: () => void;
  readonly onCopy: (id: string) => void;
}

export const RequestTable = ({ lines, names, openId, onOpen, onClose, onCopy }: RequestTableProps) => {
  const ids = useMemo(() => lines.map(({ id }) => String(id)), [lines]);
  const openKey = openId === null ? null : String(openId);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const openIndex = openKey === null ? -1 : ids.indexOf(openKey);
  const { index, onKeyDown, onFocus, onBlur } = useRowCursor(
    {
      count: ids.length,
      idAt: (at) => ids[at] ?? null,
      listKey: 'requests',
      openIndex: openIndex === -1 ? null : openIndex,
      bodyRef,
    },
    { openId: openKey, open: onOpen, close: onClose, copy: onCopy },
  );
  // If all requests belong to one profile, the page header shows its name.
  const isMixed = names.size > 1;
  const laneSpan = useMemo(() => laneOf(lines, laneWidth), [lines]);
  return (
    <div className="table-scroll">
      <table className="data-table request-table" aria-label="Requests">
        <colgroup>
          <col className="request-time" />
          <col className="request-method" />
          <col className="request-path" />
          {isMixed ? <col className="request-profile" /> : null}
          <col className="request-status" />
          <col className="request-ms" />
          <col className="request-lane" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Method</th>
            <th scope="col">Path</th>
            {isMixed ? <th scope="col">Profile</th> : null}
            <th scope="col">Status</th>
            <th scope="col" className="request-ms">
              Duration
            </th>
            <th scope="col" className="request-lane">
              <span className="visually-hidden">Time</span>
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus */}
        <tbody ref={bodyRef} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
          {lines.map((line, row) => (
            <RequestRow
              key={line.id}
              line={line}
              profile={isMixed ? (names.get(line.profileId) ?? null) : null}
              isCursor={row === index}
              isOpen={line.id === openId}
              onOpen={onOpen}
              {...laneSpan(line)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

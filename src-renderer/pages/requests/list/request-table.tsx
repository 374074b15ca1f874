import { useMemo, useRef } from 'react';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { useRowCursor } from '#ui/table/use-row-cursor.ts';
import '#ui/table/data-table.css';
import { laneOf } from './request-lines.ts';
import { laneWidth, RequestRow } from './request-row.tsx';

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
      show: (at) => bodyRef.current?.querySelectorAll('tr[tabindex]')[at]?.scrollIntoView({ block: 'nearest' }),
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

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LabEntry } from '#shared/console-contract/modal-lab-calls.ts';
import { CodeBlock } from '#ui/values/code-block.tsx';

const prefix = 'migration_modal';

const offsetText = (ms: number): string => `+${(ms / 1000).toFixed(2)} s`;

const EntryName = ({ name }: { readonly name: string }) =>
  name.startsWith(`${prefix}.`) ? (
    <>
      <span className="entry-prefix">{prefix}</span>
      {name.slice(prefix.length)}
    </>
  ) : (
    name
  );

const EntryRow = ({ entry, isLast }: { readonly entry: LabEntry; readonly isLast: boolean }) => {
  const [open, setOpen] = useState(false);
  const { atMs, name, unknown, json, kind } = entry;
  const Chevron = open ? ChevronDown : ChevronRight;
  const text = (
    <>
      <span className="entry-time number">{offsetText(atMs)}</span>
      <span className="entry-name">
        <EntryName name={name} />
      </span>
      {unknown ? <span className="entry-tag">unknown</span> : null}
    </>
  );
  return (
    <li className="entry" data-kind={kind} data-last={isLast || undefined}>
      {json === null ? (
        <div className="entry-row mono">
          <span className="entry-chevron" />
          {text}
        </div>
      ) : (
        <button type="button" className="entry-row mono" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="entry-chevron">
            <Chevron size={14} aria-hidden="true" />
          </span>
          {text}
        </button>
      )}
      {open && json !== null ? (
        <div className="entry-json">
          <CodeBlock json={json} label={`Data of ${name}`} />
        </div>
      ) : null}
    </li>
  );
};

interface EventLogProps {
  readonly entries: readonly LabEntry[];
  /** Below the last line: whether more may come. */
  readonly foot: string;
  readonly isLive: boolean;
}

/** The log named "Events": every step of the flow and every event of the modal, oldest first. */
export const EventLog = ({ entries, foot, isLive }: EventLogProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const last = entries.at(-1)?.id;
  const follows = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
    // Each new line moves the scroller on.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [last]);
  return (
    <div
      ref={scroller}
      className="event-log"
      role="log"
      aria-label="Events"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      <ol>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} isLast={entry.id === last} />
        ))}
      </ol>
      <p className="event-foot" data-live={isLive || undefined}>
        {foot}
      </p>
    </div>
  );
};

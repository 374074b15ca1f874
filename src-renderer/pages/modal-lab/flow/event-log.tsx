import type { LabEntry } from '#shared/console-contract/modal-lab-calls.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { twoDigits } from '#ui/values/times.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { asRecord, readJson, textOrNull } from '#shared/tolerant-reading/read-json.ts';

const parseIfJson = (json: string): unknown => {
  const parsed = readJson(json);
  return parsed.ok ? parsed.json : json;
};

export const entriesText = (entries: readonly LabEntry[]): string =>
  JSON.stringify(
    entries.map(({ atMs, name, json }) => ({
      at_ms: Math.round(atMs),
      name,
      ...(json === null ? {} : { data: parseIfJson(json) }),
    })),
    null,
    2,
  );

export const offsetText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 100) return `+${(Math.floor(ms / 10) / 100).toFixed(2)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const clock = hours > 0 ? `${hours}:${twoDigits(minutes)}` : `${minutes}`;
  return `+${clock}:${twoDigits(seconds % 60)}`;
};

export const statusOf = ({ name, json }: Pick<LabEntry, 'name' | 'json'>): string | null => {
  if (!name.endsWith('.status_changed') || json === null) return null;
  const parsed = readJson(json);
  const event = asRecord(parsed.ok ? asRecord(parsed.json)?.['event'] : null);
  return textOrNull(asRecord(event?.['data'])?.['status']);
};

const prefix = 'migration_modal';

const EntryName = ({ name }: { readonly name: string }) =>
  name.startsWith(`${prefix}.`) ? (
    <>
      <span className="entry-prefix truncate">{prefix}</span>
      <span className="entry-own">{name.slice(prefix.length)}</span>
    </>
  ) : (
    name
  );

interface EntryRowProps {
  readonly entry: LabEntry;
  readonly isLast: boolean;
  readonly isRunStart: boolean;
}

const EntryRow = ({ entry, isLast, isRunStart }: EntryRowProps) => {
  const [open, setOpen] = useState(false);
  const { atMs, name, unknown, json, kind, flow } = entry;
  const status = statusOf(entry);
  const Chevron = open ? ChevronDown : ChevronRight;
  const entryText = (
    <>
      <span className="entry-time rigid muted text-right number">{offsetText(atMs)}</span>
      <span className={kind === 'problem' ? 'entry-name text-danger' : 'entry-name'}>
        <EntryName name={name} />
      </span>
      {status === null ? null : <span className="entry-status muted rigid">{status}</span>}
      {unknown ? <span className="entry-tag rigid muted">unknown</span> : null}
    </>
  );
  return (
    <li className="entry" data-kind={kind} data-last={isLast || undefined}>
      {isRunStart ? <p className="entry-run">Run {flow}</p> : null}
      {json === null ? (
        <div className="entry-row gap-8 text-anywhere inset-focus row mono">
          <span className="entry-chevron muted rigid" />
          {entryText}
        </div>
      ) : (
        <button
          type="button"
          className="entry-row gap-8 text-anywhere inset-focus row mono"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className="entry-chevron muted rigid">
            <Chevron size={14} aria-hidden="true" />
          </span>
          {entryText}
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
  readonly foot: string;
  readonly isLive: boolean;
}

export const EventLog = ({ entries, foot, isLive }: EventLogProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const last = entries.at(-1)?.id;
  const isFollowing = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element && isFollowing.current) element.scrollTop = element.scrollHeight;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- scrolls on with each new line
  }, [last]);
  return (
    <div
      ref={scroller}
      className="event-log inset-focus"
      role="log"
      aria-label="Events"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      <ol>
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isLast={entry.id === last}
            isRunStart={entry.flow > 1 && entry.flow !== entries[index - 1]?.flow}
          />
        ))}
      </ol>
      <p className="event-foot row hint" data-live={isLive || undefined}>
        {foot}
      </p>
    </div>
  );
};

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   A list under a combobox: the field has the focus and the keys. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Kbd } from '#ui/keys/kbd.tsx';
import type { ShownEntry, ShownGroup } from './palette-groups.ts';

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** A label with the letters that were typed in it. */
const MarkedText = ({ text, marks }: MarkedTextProps) => {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  );
};

/** The id of a line's element, for the field that names it. */
export const optionId = (listId: string, key: string): string => `${listId}-${key.replace(/[^\w-]/g, '_')}`;

interface PaletteLineProps {
  readonly id: string;
  readonly entry: ShownEntry;
  readonly isActive: boolean;
  readonly onReach: () => void;
  readonly onRun: () => void;
}

const PaletteLine = ({ id, entry, isActive, onReach, onRun }: PaletteLineProps) => {
  const { label, note, icon: Icon, tone, keys, marks } = entry;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-item"
      onPointerMove={isActive ? undefined : onReach}
      onClick={onRun}
    >
      <Icon size={16} className={tone} aria-hidden="true" />
      <span className="palette-label truncate">
        <MarkedText text={label} marks={marks} />
      </span>
      {note === undefined ? null : <bdi className="palette-note truncate">{note}</bdi>}
      <span className="palette-keys">
        {keys?.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {isActive && !keys ? <Kbd>Enter</Kbd> : null}
      </span>
    </div>
  );
};

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly ShownGroup[];
  readonly activeKey: string | null;
  readonly onReach: (key: string) => void;
  readonly onRun: (entry: ShownEntry) => void;
}

/** What the palette has found, by groups. */
export const PaletteList = ({ id, groups, activeKey, onReach, onRun }: PaletteListProps) => (
  <>
    <div id={id} className="palette-list" role="listbox" aria-label="Found" hidden={groups.length === 0}>
      {groups.map(({ name, entries }) => (
        <div key={name} role="group" aria-label={name}>
          <div className="palette-head" aria-hidden="true">
            {name}
          </div>
          {entries.map((entry) => (
            <PaletteLine
              key={entry.key}
              id={optionId(id, entry.key)}
              entry={entry}
              isActive={entry.key === activeKey}
              onReach={() => onReach(entry.key)}
              onRun={() => onRun(entry)}
            />
          ))}
        </div>
      ))}
    </div>
    {groups.length === 0 ? (
      <p className="palette-empty">Nothing here is named so. Companies are found by their names.</p>
    ) : null}
  </>
);

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events,
   jsx-a11y/interactive-supports-focus -- The combobox above the list has the focus and handles the keys. */
import { useEffect, useRef } from 'react';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { withMarks } from '../../components/listing/search/marked-text.tsx';
import { moreSearchesName, type ShownEntry, type ShownGroup } from './palette-groups.ts';
import { directionOf } from '#ui/values/text-direction.ts';

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
      className="palette-item row text-main"
      onPointerMove={isActive ? undefined : onReach}
      onClick={onRun}
    >
      <Icon size={16} className={tone} aria-hidden="true" />
      <bdi dir={directionOf(label)} className="palette-label truncate">
        {withMarks(label, marks)}
      </bdi>
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
  readonly isBusy: boolean;
  readonly groups: readonly ShownGroup[];
  readonly activeKey: string | null;
  readonly onReach: (key: string) => void;
  readonly onRun: (entry: ShownEntry) => void;
}

export const PaletteList = ({ id, isBusy, groups, activeKey, onReach, onRun }: PaletteListProps) => (
  <>
    <div
      id={id}
      className="palette-list scroller"
      role="listbox"
      aria-label="Found"
      aria-busy={isBusy || undefined}
      hidden={groups.length === 0}
    >
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
    {!isBusy && groups.every(({ name }) => name === moreSearchesName) ? (
      <p className="palette-empty">No matches.</p>
    ) : null}
  </>
);

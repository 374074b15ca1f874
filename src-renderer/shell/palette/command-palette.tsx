import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { commandKey, Kbd } from '#ui/keys/shortcuts.tsx';
import { withMarks } from '../../components/listing/search/marked-text.tsx';
import { moreSearchesName, sessionName, type ShownEntry, type ShownGroup, shownGroups } from './palette-groups.ts';
import { directionOf } from '#ui/values/text-direction.ts';
import { Search } from 'lucide-react';
import { Dialog } from 'react-aria-components';
import { copyText } from '#ui/controls/controls.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { lineOfPaste } from '../../components/listing/search/line-of-paste.ts';
import { useCopyForTicket } from '../../components/migration/use-copy-for-ticket.ts';
import './command-palette.css';
import { everywhereId, usePaletteGroups } from './use-palette-groups.ts';

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events,
   jsx-a11y/interactive-supports-focus -- The combobox above the list has the focus and handles the keys. */

const optionId = (listId: string, key: string): string => `${listId}-${key.replace(/[^\w-]/g, '_')}`;

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
      <span className="palette-keys rigid gap-4 push-end">
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

const PaletteList = ({ id, isBusy, groups, activeKey, onReach, onRun }: PaletteListProps) => (
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

interface PaletteFootProps {
  readonly command: string;
  readonly hint: string | null;
  readonly hasTicket: boolean;
}

const PaletteFoot = ({ command, hint, hasTicket }: PaletteFootProps) => (
  <footer className="palette-foot row hint rigid text-nowrap">
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
    </span>
    <span>
      <Kbd>Enter</Kbd> open
    </span>
    <span>
      <Kbd>{hasTicket ? 'Shift' : command}</Kbd> <Kbd>Enter</Kbd> {hasTicket ? 'copy for ticket' : 'copy ID'}
    </span>
    <output className="palette-hint push-end truncate number">{hint ?? 'Paste a migration ID to look it up'}</output>
  </footer>
);

interface CommandPaletteProps {
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
  /** Returns the input typed before the palette was loaded. Empty after the first call. */
  readonly takeEarly: () => string;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/**
 * Finds pages, records and commands from a few letters. A custom combobox, because the library's combobox keeps the
 * first option selected while companies load.
 */
export const CommandPalette = ({ onShortcuts, onClose, takeEarly }: CommandPaletteProps) => {
  const listId = useId();
  const [typedText, setTypedText] = useState('');
  // Adds the early input here, because the placeholder collects keys until the palette replaces it.
  // oxlint-disable-next-line react/set-state-in-effect -- once, before the first paint
  useLayoutEffect(() => setTypedText((text) => takeEarly() + text), [takeEarly]);
  /** The option reached by keyboard or mouse. If null, the first option is active, even above new results. */
  const [reachedKey, setReachedKey] = useState<string | null>(null);
  /** Whether the user pressed Enter before the first entry was known. */
  const [isEntered, setEntered] = useState(false);
  const paletteState = usePaletteGroups(typedText, onShortcuts);
  const copyForTicket = useCopyForTicket();
  const groups = shownGroups(paletteState.groups, typedText);
  const entries = groups.flatMap((group) => group.entries);
  const index = Math.max(
    0,
    entries.findIndex(({ key }) => key === reachedKey),
  );
  const active = entries[index];

  const run = (entry: ShownEntry | undefined): void => {
    if (!entry) return;
    onClose();
    // Runs after the dialog has returned the focus, because the action may move the focus.
    setTimeout(entry.run);
  };
  const isFirstKnown = isEntered && !paletteState.isFirstPending;
  const runEntered = useEffectEvent(() => run(groups.find(({ name }) => name === sessionName)?.entries[0] ?? active));
  useEffect(() => {
    if (isFirstKnown) runEntered();
  }, [isFirstKnown]);
  const change = (text: string): void => {
    setTypedText(text);
    setReachedKey(null);
    setEntered(false);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    const step = steps[key];
    if (nativeEvent.isComposing) return;
    if (step !== undefined) {
      const last = entries.length - 1;
      // Single steps wrap around. Page Up and Page Down stop at the ends.
      const round = Math.abs(step) === 1 ? (index + step + entries.length) % Math.max(1, entries.length) : index + step;
      setReachedKey(entries[Math.min(last, Math.max(0, round))]?.key ?? null);
    } else if (key === 'Enter' && (ctrlKey || metaKey)) {
      if (active?.copies !== undefined) copyText(active.copies, shortIdText(active.copies));
    } else if (key === 'Enter' && altKey) run(entries.find(({ id }) => id === everywhereId));
    else if (key === 'Enter' && shiftKey && active?.migration) {
      onClose();
      void copyForTicket([active.migration]);
    } else if (key === 'Enter' && paletteState.isFirstPending && reachedKey === null) setEntered(true);
    else if (key === 'Enter') run(active);
    else return;
    event.preventDefault();
  };

  return (
    <DialogFrame onClose={onClose} scrim="palette-scrim" className="palette-frame">
      <Dialog className="palette fill stack" aria-label="Go to">
        <div className="palette-field row rigid muted">
          <Search size={18} aria-hidden="true" />
          <input
            className="palette-input grow text-main"
            role="combobox"
            aria-label="User, company, page, action or ID"
            aria-autocomplete="list"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active ? optionId(listId, active.key) : undefined}
            placeholder="User, company, page, action or ID"
            autoComplete="off"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette gets the focus when it opens
            autoFocus
            value={typedText}
            onChange={(event) => change(event.target.value)}
            onPaste={(event) => lineOfPaste(event, change)}
            onKeyDown={onKey}
          />
          <Kbd>Esc</Kbd>
        </div>
        <PaletteList
          id={listId}
          isBusy={paletteState.isSearching}
          groups={groups}
          activeKey={active?.key ?? null}
          onReach={setReachedKey}
          onRun={run}
        />
        <output className="visually-hidden">{countedText(entries.length, 'result')}</output>
        <PaletteFoot command={commandKey()} hint={paletteState.hint} hasTicket={active?.migration !== undefined} />
      </Dialog>
    </DialogFrame>
  );
};

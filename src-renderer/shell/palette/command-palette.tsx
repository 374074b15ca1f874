import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { Dialog } from 'react-aria-components';
import { copyText } from '#ui/controls/copy.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { commandKey, Kbd } from '#ui/keys/shortcuts.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { lineOfPaste } from '../../components/listing/search/line-of-paste.ts';
import { useCopyForTicket } from '../../components/migration/use-copy-for-ticket.ts';
import './command-palette.css';
import { sessionName, type ShownEntry, shownGroups } from './palette-groups.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { everywhereId, usePaletteGroups } from './use-palette-groups.ts';

interface PaletteFootProps {
  readonly command: string;
  readonly hint: string | null;
  /** Whether "Copy for ticket" is available for the active option. */
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
 * Finds pages, records and commands from a few letters. Loaded on first use. A custom combobox, because the library's
 * keeps the first option selected while companies are still loading.
 */
export const CommandPalette = ({ onShortcuts, onClose, takeEarly }: CommandPaletteProps) => {
  const listId = useId();
  const [typedText, setTypedText] = useState('');
  // Adds the early input here, because the placeholder collects keys until the palette replaces it.
  // oxlint-disable-next-line react/set-state-in-effect -- once, before the first paint
  useLayoutEffect(() => setTypedText((text) => takeEarly() + text), [takeEarly]);
  /** The option reached by keyboard or mouse. If null, the first option is active, even above new results. */
  const [reachedKey, setReachedKey] = useState<string | null>(null);
  /** Whether the user pressed Enter before the lookup of the typed reference ended. */
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
  const isSessionKnown = isEntered && paletteState.session !== 'pending';
  const runEntered = useEffectEvent(() => run(groups.find(({ name }) => name === sessionName)?.entries[0] ?? active));
  useEffect(() => {
    if (isSessionKnown) runEntered();
  }, [isSessionKnown]);
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
    } else if (key === 'Enter' && paletteState.session === 'pending' && reachedKey === null) setEntered(true);
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
        <output className="visually-hidden">{entries.length === 1 ? '1 result' : `${entries.length} results`}</output>
        <PaletteFoot command={commandKey()} hint={paletteState.hint} hasTicket={active?.migration !== undefined} />
      </Dialog>
    </DialogFrame>
  );
};

import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from 'react-aria-components';
import { copyText } from '#ui/controls/copy.tsx';
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx';
import { commandKey, Kbd } from '#ui/keys/kbd.tsx';
import { shortIdText } from '#ui/values/ids.ts';
import './command-palette.css';
import { shownGroups } from './palette-groups.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { usePaletteGroups } from './use-palette-groups.ts';

/** The keys of the palette. */
export const PaletteFoot = ({ command }: { readonly command: string }) => (
  <footer className="palette-foot">
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
    </span>
    <span>
      <Kbd>Enter</Kbd> open
    </span>
    <span>
      <Kbd>{command}</Kbd> <Kbd>Enter</Kbd> copy id
    </span>
    <span className="palette-hint">Paste a migration id to look it up</span>
  </footer>
);

interface CommandPaletteProps {
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/**
 * Everything the console can go to and do, found by a few letters; loaded when it opens for the first time. A combobox
 * of its own: the library's takes the line that is first while companies are still being looked up, and stays there.
 */
export const CommandPalette = ({ onShortcuts, onClose }: CommandPaletteProps) => {
  const listId = useId();
  const [typed, setTyped] = useState('');
  /** The line that was reached by arrows or mouse; without one it is the first, whatever comes in above. */
  const [reached, setReached] = useState<string | null>(null);
  const groups = shownGroups(usePaletteGroups(typed, onShortcuts), typed);
  const entries = groups.flatMap((group) => group.entries);
  const index = Math.max(
    0,
    entries.findIndex(({ key }) => key === reached),
  );
  const active = entries[index];

  const run = (entry = active): void => {
    if (!entry) return;
    onClose();
    // What it does may take the focus, which comes back from the dialog first.
    setTimeout(entry.run);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    const step = steps[key];
    if (nativeEvent.isComposing) return;
    if (step !== undefined) {
      const last = entries.length - 1;
      // One step goes round; a page stops at the end.
      const round = Math.abs(step) === 1 ? (index + step + entries.length) % Math.max(1, entries.length) : index + step;
      setReached(entries[Math.min(last, Math.max(0, round))]?.key ?? null);
    } else if (key === 'Enter' && (ctrlKey || metaKey)) {
      if (active?.copies !== undefined) copyText(active.copies, shortIdText(active.copies));
    } else if (key === 'Enter') run();
    else return;
    event.preventDefault();
  };

  return (
    <DialogFrame onClose={onClose} scrim="palette-scrim" className="palette-frame">
      <Dialog className="palette" aria-label="Go to">
        <div className="palette-field">
          <Search size={18} aria-hidden="true" />
          <input
            className="palette-input"
            role="combobox"
            aria-label="Page, company, action or id"
            aria-autocomplete="list"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active ? optionId(listId, active.key) : undefined}
            placeholder="Page, company, action or id"
            autoComplete="off"
            spellCheck={false}
            // A palette that opens takes the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setReached(null);
            }}
            onKeyDown={onKey}
          />
          <Kbd>Esc</Kbd>
        </div>
        <PaletteList id={listId} groups={groups} activeKey={active?.key ?? null} onReach={setReached} onRun={run} />
        <output className="visually-hidden">{entries.length === 1 ? '1 result' : `${entries.length} results`}</output>
        <PaletteFoot command={commandKey()} />
      </Dialog>
    </DialogFrame>
  );
};

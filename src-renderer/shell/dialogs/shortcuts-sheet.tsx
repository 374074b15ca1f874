import { X } from 'lucide-react';
import { Dialog, Heading } from 'react-aria-components';
import { IconButton } from '#ui/controls/button.tsx';
import { Kbd } from '#ui/keys/kbd.tsx';
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx';
import './shortcuts-sheet.css';

interface Shortcut {
  /** Alternatives; each is one key. */
  readonly keys: readonly string[];
  readonly does: string;
}

const groups: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl K'], does: 'Go to a page, a company, an action' },
      { keys: ['/'], does: 'Find by migration id, filter the companies' },
      { keys: ['F5'], does: 'Refresh the rows' },
      { keys: ['F1'], does: 'Open the user guide' },
      { keys: ['?'], does: 'Show this sheet' },
    ],
  },
  {
    name: 'In a table',
    shortcuts: [
      { keys: ['↑', 'K'], does: 'Row above' },
      { keys: ['↓', 'J'], does: 'Row below' },
      { keys: ['Home'], does: 'First row of the page' },
      { keys: ['End'], does: 'Last row of the page' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['C'], does: 'Copy the id' },
      { keys: ['Shift F10'], does: 'Menu of the row' },
    ],
  },
];

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <dt>
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    <span className="visually-hidden">{keys.join(' or ')}</span>
  </dt>
);

/** All keys of the console, over the page. */
export const ShortcutsSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <DialogFrame onClose={onClose}>
    <Dialog className="dialog">
      <div className="dialog-head">
        <Heading slot="title">Keyboard shortcuts</Heading>
        <IconButton label="Close" icon={X} variant="ghost" size="small" shortcut="Esc" onPress={onClose} />
      </div>
      {groups.map(({ name, shortcuts }) => (
        <section key={name} className="shortcuts" aria-label={name}>
          <h3>{name}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="shortcut">
                <Keys keys={keys} />
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  </DialogFrame>
);

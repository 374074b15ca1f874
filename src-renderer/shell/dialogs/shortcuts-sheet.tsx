import { Dialog, Heading } from 'react-aria-components';
import { CloseButton } from '#ui/controls/controls.tsx';
import { commandKey, Kbd } from '#ui/keys/shortcuts.tsx';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { consoleKeys, keyName } from '../../components/palette/console-keys.ts';
import './shortcuts-sheet.css';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const one = (name: keyof typeof consoleKeys, does: string): Shortcut => ({ keys: [keyName(consoleKeys[name])], does });

const [watch, copyId, ticket, exporting, handled] = (['watch', 'copyId', 'ticket', 'export', 'handled'] as const).map(
  (name) => keyName(consoleKeys[name]),
) as [string, string, string, string, string];

const groups: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl K'], does: 'Find users, companies and migrations; go to a page or run a command' },
      { keys: ['G A'], does: 'Alerts' },
      { keys: ['G O', 'G M', 'G C', 'G W'], does: 'Overview, Migrations, Companies, Webhooks' },
      one('find', 'Find in the list'),
      one('filter', 'Go to the filters'),
      one('export', 'Export to a file'),
      one('loadAll', 'Load all rows'),
      one('share', 'Share a link to this view'),
      one('refresh', 'Refresh the rows'),
      one('guide', 'Open the user guide'),
      one('sheet', 'Show keyboard shortcuts'),
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
      { keys: ['Esc'], does: 'Close the open panel' },
      one('copyId', 'Copy the ID'),
      { keys: ['Shift F10'], does: 'Row menu' },
    ],
  },
  {
    name: 'Several rows',
    shortcuts: [
      { keys: ['Space'], does: 'Select or deselect the row' },
      { keys: ['Shift ↑', 'Shift ↓'], does: 'Extend the selection by one row' },
      { keys: ['Ctrl click', 'Shift click'], does: 'Select another row; select a range' },
      { keys: [`${commandKey()} A`], does: 'Select all listed rows' },
      { keys: ['Esc'], does: 'Clear the selection' },
      { keys: [`${commandKey()} V`], does: 'Look up copied IDs as a list' },
      {
        keys: [watch, copyId, ticket, exporting, handled],
        does: 'Watch, copy IDs, copy for a ticket, export, mark handled',
      },
    ],
  },
  {
    name: 'With a migration open',
    shortcuts: [
      one('ticket', 'Copy for a ticket'),
      one('copyLink', 'Copy link'),
      one('watch', 'Start or stop watching'),
      one('handled', 'Mark handled or unhandled'),
      one('note', 'Write a note'),
    ],
  },
  {
    name: 'In search (Ctrl K)',
    shortcuts: [
      { keys: ['Shift Enter'], does: 'Copy a migration for a ticket' },
      { keys: ['Ctrl Enter'], does: 'Copy the ID' },
      { keys: ['Alt Enter'], does: 'Search all profiles' },
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

export const ShortcutsSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <DialogFrame onClose={onClose}>
    <Dialog className="dialog">
      <div className="dialog-head row">
        <Heading slot="title">Keyboard shortcuts</Heading>
        <CloseButton label="Close" shortcut="Esc" onPress={onClose} />
      </div>
      {groups.map(({ name, shortcuts }) => (
        <section key={name} className="shortcuts" aria-label={name}>
          <h3>{name}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="shortcut row">
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

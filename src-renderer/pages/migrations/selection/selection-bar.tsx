import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { CloseButton, copyText } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useCopyForTicket } from '../../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { useWatch } from '../../../components/migration/use-watch.ts';
import { Check, ClipboardList, Copy, Download, Eye, type LucideIcon, X } from 'lucide-react';
import type { ChosenRows } from '#shared/console-contract/export-calls.ts';
import { isFocusTaken } from '#ui/keys/lent-focus.ts';
import { Kbd, useShortcuts } from '#ui/keys/shortcuts.tsx';
import { useWindowEvent } from '#ui/keys/use-window-event.ts';
import { useStore } from '#ui/state/store.ts';
import type { SelectionStore } from '#ui/table/row-selection.ts';
import { consoleKeys, keyName } from '../../../components/palette/console-keys.ts';
import type { ExportDialogProps } from '../../../components/export/export-dialog.tsx';
import { KeyButton } from '../../../components/key-button.tsx';
import { type Selectable, tableSelection } from '../../../components/listing/selection/selected-rows.ts';
import { usePaletteEntries } from '../../../components/palette/palette-entries.ts';
import '../../../components/listing/pager/pager.css';
import './selection-bar.css';

/** Maximum migrations in a ticket. Longer tickets aren't useful. */
const maxInTicket = 100;

interface SelectionAction {
  readonly key: string;
  readonly words: string;
  readonly icon: LucideIcon;
  readonly obstacle?: string | null;
  readonly busy?: boolean;
  readonly run: () => void;
}

const useSelectionActions = (
  ids: readonly string[],
  { known, isFound = () => true, readRows }: Pick<SelectionBarProps, 'known' | 'isFound' | 'readRows'>,
  onExport: () => void,
): readonly SelectionAction[] => {
  const { obstacle, watchAll } = useWatch();
  const copyForTicket = useCopyForTicket();
  const { handle } = useHandled();
  const [runningAction, setRunningAction] = useState<'ticket' | 'handle' | null>(null);

  const withRows = async (
    action: 'ticket' | 'handle',
    run: (rows: readonly ListedMigration[], note: string) => Promise<unknown>,
  ): Promise<void> => {
    setRunningAction(action);
    try {
      const rows = readRows ? await readRows(ids) : watchableIds.flatMap((id) => known.get(id) ?? []);
      const readIds = new Set(rows.map(({ id }) => id));
      const missingIds = ids.filter((id) => !readIds.has(id));
      const note = `${countText(missingIds.length)} of ${countText(ids.length)} skipped, because the console no longer has these rows: ${missingIds.slice(0, 3).map(shortIdText).join(', ')}${missingIds.length > 3 ? ', …' : ''}`;
      if (rows.length > 0) await run(rows, missingIds.length > 0 ? `. ${note}` : '');
      else showToast(note, 'note');
    } catch (thrown) {
      showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');
    } finally {
      setRunningAction(null);
    }
  };
  const watchableIds = ids.filter(isFound);
  const idsText = ids.length === 1 ? shortIdText(ids[0] ?? '') : `${countText(ids.length)} IDs`;
  return [
    {
      key: consoleKeys.watch,
      words: 'Watch',
      icon: Eye,
      obstacle: watchableIds.length === 0 ? 'None of these migrations were found' : obstacle(watchableIds),
      run: () => watchAll(watchableIds),
    },
    { key: consoleKeys.copyId, words: 'Copy IDs', icon: Copy, run: () => copyText(ids.join('\n'), idsText) },
    {
      key: consoleKeys.ticket,
      words: 'Copy for ticket',
      icon: ClipboardList,
      obstacle: ids.length > maxInTicket ? `A ticket can contain at most ${maxInTicket} migrations` : null,
      busy: runningAction === 'ticket',
      run: () => void withRows('ticket', copyForTicket),
    },
    { key: consoleKeys.export, words: 'Export', icon: Download, run: onExport },
    {
      key: consoleKeys.handled,
      words: 'Mark handled',
      icon: Check,
      obstacle: runningAction === 'handle' ? 'In progress' : null,
      busy: runningAction === 'handle',
      run: () => void withRows('handle', handle),
    },
  ];
};

const ExportDialog = lazyPart(() => import('../../../components/export/export-dialog.tsx'), 'ExportDialog');

interface SelectionBarProps {
  readonly store: SelectionStore;
  readonly selectable: Selectable;
  readonly allOf: string;
  readonly beyond?: ReactNode;
  readonly isRowOpen: boolean;
  readonly profileId: string;
  /** The rows that the page has. The export takes them. */
  readonly known: ReadonlyMap<string, ListedMigration>;
  /** False for an ID without a migration, which can only be exported and copied. */
  readonly isFound?: (id: string) => boolean;
  /** Reads rows that the page may no longer have. */
  readonly readRows?: (ids: readonly string[]) => Promise<readonly ListedMigration[]>;
  readonly exported: Pick<ExportDialogProps, 'query' | 'filters' | 'page' | 'isSelectionOnly'>;
  readonly children: ReactNode;
}

const countAfterMs = 100;

const useHidden = (ids: ReadonlySet<string>, { list, listed, countAmong }: Selectable): number => {
  const [hidden, setHidden] = useState(0);
  const count = useEffectEvent((signal: AbortSignal) => countAmong([...ids], signal));
  useEffect(() => {
    const stop = new AbortController();
    // Delayed, because a held arrow key changes the selection faster than a million rows can be counted.
    const timer = setTimeout(() => {
      count(stop.signal).then(
        (shown) => (stop.signal.aborted ? undefined : setHidden(ids.size - shown)),
        () => undefined,
      );
    }, countAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the count depends on the listed rows
  }, [ids, list, listed]);
  return Math.min(hidden, ids.size);
};

export const SelectionBar = (props: SelectionBarProps) => {
  const { store, selectable, allOf, beyond, isRowOpen, profileId, known, exported, children } = props;
  const { ids } = useStore(store);
  // Without `readRows`, the page has all rows, in the order of its list.
  const list = props.readRows ? [...ids] : [...known.keys()].filter((id) => ids.has(id));
  const hiddenCount = useHidden(ids, selectable);
  const [rowsToExport, setRowsToExport] = useState<ChosenRows | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const actions = useSelectionActions(list, props, () =>
    setRowsToExport({ profileId, ids: list, rows: list.flatMap((id) => known.get(id) ?? []) }),
  );
  const clear = (): void => {
    // Moves the focus, because the bar and its buttons unmount.
    if (bar.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('.data-table tr[tabindex="0"]')?.focus();
    store.tell({ kind: 'cleared' });
  };
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isRowOpen || isFocusTaken()) return;
    event.preventDefault();
    clear();
  });

  const usableActions = actions.filter(({ obstacle }) => !obstacle);
  // While rows are selected, a shortcut never falls back to the open row, even if its action is disabled.
  useShortcuts(
    Object.fromEntries(
      actions.map(({ key, obstacle, run }) => [key, () => (obstacle ? showToast(obstacle, 'note') : run())]),
    ),
    'first',
  );
  const selectedText = `${countText(ids.size)} selected`;
  usePaletteEntries('Actions', () => [
    ...usableActions.map(({ key, words, icon, run }) => ({
      id: `selected-${key}`,
      label: words,
      note: selectedText,
      icon,
      keys: [keyName(key)],
      run,
    })),
    { id: 'selected-none', label: 'Clear the selection', note: selectedText, icon: X, keys: ['Esc'], run: clear },
  ]);
  const { count } = selectable;
  const isWhole = count !== null && ids.size - hiddenCount >= Math.min(count, store.max);
  const selectAll = (): void => tableSelection(store, selectable).all('add');
  return (
    <div ref={bar} className="pager row hint rigid selection-bar" role="toolbar" aria-label="Selected rows">
      <span className="selection-count number">
        <strong>{selectedText}</strong>
        {hiddenCount === 0 ? null : `, ${countText(hiddenCount)} not shown`}
      </span>
      {isWhole ? (
        beyond
      ) : (
        <button type="button" className="link-button number" onClick={selectAll}>
          Select all {count === null ? '' : countText(count)}
          <span className="selection-scope"> {allOf}</span>
        </button>
      )}
      <span className="pager-rule" aria-hidden="true" />
      <span className="selection-actions gap-6 row rigid">
        {actions.map(({ key, words, icon, obstacle, busy, run }) => (
          <KeyButton
            key={key}
            size="small"
            icon={icon}
            shortcut={keyName(key)}
            disabledBecause={obstacle}
            busy={busy ?? false}
            onPress={run}
          >
            {words}
          </KeyButton>
        ))}
      </span>
      <span className="selection-end gap-6 push-end row rigid">
        {isRowOpen ? null : <Kbd>Esc</Kbd>}
        <CloseButton label="Clear the selection" side="top" onPress={clear} />
        {children}
      </span>
      {rowsToExport ? (
        <ExportDialog resource="migrations" {...exported} chosen={rowsToExport} onClose={() => setRowsToExport(null)} />
      ) : null}
    </div>
  );
};

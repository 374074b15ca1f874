import { Braces, Copy, PanelRight, SquareCheck } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { copyText } from '../controls/controls.tsx';
import { LazyPopMenu } from '../menu/menu-button.tsx';
import type { Maybe, MenuPart } from '../menu/pop-menu.tsx';
import { shortIdText } from '../values/ids.tsx';
import type { TableRow } from './table-types.ts';
import type { CursorActions } from './use-row-cursor.ts';
import type { TableSelection } from './use-row-selection.ts';

export type RowMenuMore = (id: string) => MenuPart;

interface MenuPlace {
  readonly id: string;
  readonly row: HTMLElement;
  readonly offset: number;
  readonly crossOffset: number;
}

const elementOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('tr[data-row-id]');
const textLeft = 20;

const partsFor = <Row extends TableRow>(
  id: string,
  { open, rowJson, menuMore, selection }: TableActions<Row>,
  row: Row | undefined,
): readonly Maybe<MenuPart>[] => {
  const copyJson = (): void => {
    if (row && rowJson) copyText(rowJson(row), 'the row as JSON');
  };
  return [
    {
      kind: 'actions',
      ariaName: selection ? 'Copy and select' : 'Copy',
      lines: [
        { id: 'id', label: 'Copy ID', icon: Copy, keys: ['C'], run: () => copyText(id, shortIdText(id)) },
        { id: 'json', label: 'Copy row as JSON', icon: Braces, run: copyJson },
        selection && {
          label: selection.store.get().ids.has(id) ? 'Deselect' : 'Select',
          icon: SquareCheck,
          keys: ['Space'],
          run: () => selection.store.tell({ kind: 'toggled', id }),
        },
      ],
    },
    menuMore
      ? menuMore(id)
      : open && {
          kind: 'actions',
          ariaName: 'Open',
          lines: [{ label: 'Open', icon: PanelRight, keys: ['Enter'], run: () => open(id, 'open') }],
        },
  ];
};

export const useRowMenu = <Row extends TableRow>(
  actions: TableActions<Row>,
  rowOf: (id: string) => Row | undefined,
) => {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const open = (row: HTMLElement | null, at: { readonly x: number; readonly y: number } | null): void => {
    const id = row?.dataset['rowId'];
    if (!row || id === undefined) return;
    const { left, bottom } = row.getBoundingClientRect();
    const [crossOffset, offset] = at ? [at.x - left, at.y - bottom] : [textLeft, 0];
    // Keeps a menu that is already open, because the menu key also triggers a contextmenu event.
    setPlace((before) => (before?.id === id ? before : { id, row, offset, crossOffset }));
  };
  return {
    onContextMenu: (event: MouseEvent) => {
      const row = elementOf(event.target);
      if (!row || !actions.rowJson) return;
      event.preventDefault();
      open(row, { x: event.clientX, y: event.clientY });
    },
    onMenuKey: (event: KeyboardEvent) => {
      if (!actions.rowJson || (event.key !== 'ContextMenu' && !(event.shiftKey && event.key === 'F10'))) return false;
      event.preventDefault();
      open(elementOf(event.target), null);
      return true;
    },
    menu: place ? (
      <LazyPopMenu
        name={`Row ${shortIdText(place.id)}`}
        parts={partsFor(place.id, actions, rowOf(place.id))}
        trigger={place.row}
        offset={place.offset}
        crossOffset={place.crossOffset}
        onClose={() => setPlace(null)}
      />
    ) : null,
  };
};

export interface TableActions<Row extends TableRow> extends CursorActions {
  /** If omitted, rows have no menu. */
  readonly rowJson?: (row: Row) => string;
  readonly menuMore?: RowMenuMore | undefined;
  readonly selection?: TableSelection | undefined;
}

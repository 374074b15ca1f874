import { ChevronRight } from 'lucide-react';
import { countText } from '../values/number-text.ts';
import type { GroupItem } from './row-list.ts';

interface GroupRowProps {
  readonly item: GroupItem;
  readonly index: number;
  readonly isCursor: boolean;
  readonly columns: readonly { readonly id: string }[];
  readonly onToggle: ((index: number, how: 'other') => void) | undefined;
}

/** A value, how many rows have it, and whether they are shown below. */
export const GroupRow = ({ item, index, isCursor, columns, onToggle }: GroupRowProps) => (
  <tr
    className="data-row group-row"
    data-index={index}
    data-opens
    aria-rowindex={index + 2}
    tabIndex={isCursor ? 0 : -1}
    onClick={() => onToggle?.(index, 'other')}
  >
    {/* Over all cells: a cell that spans the columns would count those that a narrow table hides. */}
    {columns.map(({ id }, column) => (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      <td key={id} className={id}>
        {column === 0 ? (
          <button type="button" className="group-line" tabIndex={-1} aria-expanded={item.open}>
            <ChevronRight size={14} className={item.open ? 'group-open' : undefined} aria-hidden="true" />
            <bdi className="truncate">{item.label}</bdi>
            <span className="group-count number">{countText(item.count)}</span>
          </button>
        ) : null}
      </td>
    ))}
  </tr>
);

import { memo } from 'react';

interface ComingRowProps {
  readonly index: number;
  readonly isCursor: boolean;
  /** It stands for whichever row passes its place. */
  readonly passing?: boolean;
  readonly columns: readonly { readonly id: string }[];
}

const widths = ['a', 'b', 'c', 'd'];

/** Stands where a row will be, as high as it, until it was read. */
export const ComingRow = memo(({ index, isCursor, columns, passing = false }: ComingRowProps) => (
  <tr
    className="data-row coming"
    {...(passing ? undefined : { 'data-index': index, 'aria-rowindex': index + 2, tabIndex: isCursor ? 0 : -1 })}
  >
    {columns.map(({ id }, column) => (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      <td key={id} className={id}>
        <span className={`skeleton-line skeleton-${widths[(index + column * 3) % widths.length]}`}>
          <span className="skeleton-bar" />
        </span>
      </td>
    ))}
  </tr>
));
ComingRow.displayName = 'ComingRow';

import { selectColumn } from './select-column.tsx';
import './skeleton.css';

const widths = ['a', 'b', 'c', 'd'] as const;

interface SkeletonLineProps {
  /** Chooses one of four widths. */
  readonly at: number;
  readonly hasIcon?: boolean;
}

export const SkeletonLine = ({ at, hasIcon = false }: SkeletonLineProps) => (
  <span className={`skeleton-line row gap-7 skeleton-${widths[at % widths.length]}`}>
    {hasIcon ? <span className="skeleton-icon" /> : null}
    <span className="skeleton-bar" />
  </span>
);

interface SkeletonCellsProps {
  readonly at: number;
  readonly columns: readonly { readonly id: string }[];
  readonly hasIcon?: boolean;
}

/** Cells of a placeholder row. With `hasIcon`, the first column starts with an icon. */
export const SkeletonCells = ({ at, columns, hasIcon = false }: SkeletonCellsProps) => {
  const first = columns.find(({ id }) => id !== selectColumn.id);
  return columns.map((column, index) => (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label
    <td key={column.id} className={column.id}>
      {column.id === selectColumn.id ? null : (
        <SkeletonLine at={at + index * 3} hasIcon={hasIcon && column === first} />
      )}
    </td>
  ));
};

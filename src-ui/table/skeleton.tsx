import { ColumnGroup, type HeadChanges, type SizedColumn } from './column-widths.tsx';
import type { Density } from './table-types.ts';
import { PlainHead } from './plain-head.tsx';
import './skeleton.css';
import { SkeletonCells } from './skeleton-line.tsx';

const maxRows = 30;

interface SkeletonProps {
  /** Class, name and widths of each column. The first column starts with an icon. */
  readonly columns: readonly (SizedColumn & { readonly head: string })[];
  readonly rows: number;
  readonly density: Density;
  readonly changes?: HeadChanges | undefined;
}

/** Placeholder rows below the real headers. Visible after 150 ms. */
export const Skeleton = ({ columns, rows, density, changes }: SkeletonProps) => (
  <div className="table-scroll skeleton" aria-hidden="true">
    <table className="data-table" data-density={density}>
      <ColumnGroup columns={columns} changes={changes} />
      <PlainHead columns={columns} />
      <tbody className="skeleton-rows">
        {Array.from({ length: Math.min(rows, maxRows) }, (_row, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            <SkeletonCells at={row} columns={columns} hasIcon />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

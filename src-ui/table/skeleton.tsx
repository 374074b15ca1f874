import { ColumnGroup, type SizedColumn } from './column-widths.tsx';
import type { Density } from './table-types.ts';
import './skeleton.css';
import { SkeletonLine } from './skeleton-line.tsx';

const widths = [0, 1, 2, 0, 3, 1, 0, 2, 3, 1];
const maxRows = 30;

const iconColumn = (columns: readonly { readonly head: string }[]): number =>
  columns.findIndex(({ head }) => head !== '');

interface SkeletonProps {
  /** Class, name and widths of each column. The first column starts with an icon. */
  readonly columns: readonly (SizedColumn & { readonly head: string })[];
  readonly rows: number;
  readonly density: Density;
}

/** Placeholder rows below the real headers. Visible after 150 ms. */
export const Skeleton = ({ columns, rows, density }: SkeletonProps) => (
  <div className="table-scroll skeleton" aria-hidden="true">
    <table className="data-table" data-density={density}>
      <ColumnGroup columns={columns} />
      <thead>
        <tr>
          {columns.map(({ id, head }) => (
            <th key={id} scope="col" className={id}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="skeleton-rows">
        {Array.from({ length: Math.min(rows, maxRows) }, (_row, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {columns.map(({ id, head }, index) => (
              <td key={id} className={id}>
                {head === '' ? null : (
                  <SkeletonLine
                    at={widths[(row + index * 3) % widths.length] ?? 0}
                    hasIcon={index === iconColumn(columns)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

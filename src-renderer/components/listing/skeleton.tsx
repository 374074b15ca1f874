import './skeleton.css';

const widths = ['a', 'b', 'c', 'a', 'd', 'b', 'a', 'c', 'd', 'b', 'a', 'c'];

const nothing = '\u00a0';

export interface SkeletonProps {
  readonly columns: readonly string[];
  /** The column that begins with an icon. */
  readonly iconColumn: string;
}

/** Rows to come, of the same height and columns; seen only when they take longer than 150 ms. */
export const Skeleton = ({ columns, iconColumn }: SkeletonProps) => (
  <div className="table-scroll skeleton" aria-hidden="true">
    <table className="data-table">
      <colgroup>
        {columns.map((column) => (
          <col key={column} className={column} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <td key={column} className="skeleton-head">
              {nothing}
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {widths.map((width, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {columns.map((column) => (
              <td key={column} className={column}>
                <span className={`skeleton-line skeleton-${width}`}>
                  {column === iconColumn ? <span className="skeleton-icon" /> : null}
                  <span className="skeleton-bar" />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface PlainHeadProps {
  /** The class is also set on the column's cells. Only screen readers get the name of the actions column. */
  readonly columns: readonly { readonly id?: string | undefined; readonly head: string }[];
}

/** Header of a table whose columns can't be sorted or resized. */
export const PlainHead = ({ columns }: PlainHeadProps) => (
  <thead>
    <tr>
      {columns.map(({ id, head }) => (
        <th key={head} scope="col" className={id}>
          {head === 'Actions' ? <span className="visually-hidden">{head}</span> : head}
        </th>
      ))}
    </tr>
  </thead>
);

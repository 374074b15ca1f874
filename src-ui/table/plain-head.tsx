interface PlainHeadProps {
  /** `id` is also the class of the column's cells. The `head` of the actions column is only for screen readers. */
  readonly columns: readonly { readonly id?: string | undefined; readonly head: string }[];
}

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

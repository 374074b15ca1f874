import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHead } from '#ui/page/page-head.tsx';
import { PlainHead } from '#ui/table/plain-head.tsx';
import '#ui/table/data-table.css';
import './phone-table.css';
import { ReadStates } from './read-states.tsx';

interface ListPageProps<Data> {
  readonly title: string;
  readonly count?: number | null;
  readonly actions: ReactNode;
  readonly filters?: ReactNode;
  readonly query: UseQueryResult<Data>;
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
  readonly foot: ReactNode;
}

export const ListPage = <Data,>(props: ListPageProps<Data>) => {
  const { title, count = null, actions, filters, query, what, children, foot } = props;
  return (
    <>
      <PageHead title={title} count={count} actions={actions} />
      {filters === undefined ? null : <div className="filter-line row rigid">{filters}</div>}
      <ReadStates query={query} what={what}>
        {children}
      </ReadStates>
      <footer className="page-foot row hint rigid">{foot}</footer>
    </>
  );
};

interface RowTableProps {
  readonly label: string;
  readonly className: string;
  readonly density?: 'relaxed';
  readonly columns: readonly (readonly [name: string, className?: string])[];
  readonly children: ReactNode;
}

export const RowTable = ({ label, className, density, columns, children }: RowTableProps) => (
  <table className={`data-table ${className}`} data-density={density} aria-label={label}>
    <PlainHead columns={columns.map(([head, id]) => ({ head, id }))} />
    <tbody>{children}</tbody>
  </table>
);

import type { ReactNode } from 'react';
import { columnFields, type FieldKind, type Resource } from '#shared/migration-api/fields.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { CreatedCell } from '#ui/values/times.tsx';
import { StatusText } from '../../migration/status.tsx';
import { MarkedId, MarkedText } from '../search/marked-text.tsx';
import { columnId } from './sortable-columns.ts';
import type { Columns, TableRow } from '#ui/table/table-types.ts';
import { directionOf } from '#ui/values/text-direction.ts';

export const TextCell = ({ text, className }: { readonly text: string; readonly className?: string }) => (
  <bdi className={className} dir={directionOf(text)} {...tip(text, { whenCut: true })}>
    <MarkedText text={text} />
  </bdi>
);

const kindCells: Readonly<Record<FieldKind, (text: string) => ReactNode>> = {
  id: (text) => <MarkedId id={text} />,
  text: (text) => <TextCell text={text} />,
  time: (text) => <CreatedCell created={text} />,
  status: (text) => <StatusText status={text} />,
};

export const MissingCell = () => <span className="missing faint">—</span>;

export const fieldColumns = <Row extends TableRow>(
  resource: Resource,
  cells: { readonly [Name in keyof Row]?: (row: Row) => ReactNode },
): Columns<Row> =>
  columnFields(resource).map(([name, field]) => {
    const ownCell = cells[name as keyof Row];
    const plainCell = (row: Row) => {
      const text = (row as unknown as Readonly<Record<string, string | null>>)[name];
      return text ? kindCells[field.kind](text) : <MissingCell />;
    };
    const { widths, isOptional = false } = field.column ?? {};
    return { id: columnId(name, field), head: field.label, cell: ownCell ?? plainCell, widths, isOptional };
  });

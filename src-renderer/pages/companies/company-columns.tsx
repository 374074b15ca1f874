import type { ReactNode } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Columns } from '../../components/listing/table/table-types.ts';
import { ShortId } from '#ui/values/short-id.tsx';
import { CreatedCell } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';

const Missing = () => <span className="missing">—</span>;

const column = (id: string, header: string, cell: (company: CompanyRow) => ReactNode): Columns<CompanyRow>[number] => ({
  id,
  header,
  cell: ({ row }) => (row.original.kind === 'row' ? cell(row.original.value) : null),
});

/** The columns of the Companies table; widths are in companies-page.css. */
export const companyColumns: Columns<CompanyRow> = [
  column('col-company', 'Company', ({ providerCompanyName: name }) =>
    name ? (
      <bdi className="company-name" {...tip(name, { whenCut: true })}>
        {name}
      </bdi>
    ) : (
      <Missing />
    ),
  ),
  column('col-provider', 'Provider', ({ sourceProvider }) =>
    sourceProvider ? (
      <span className="provider">
        <ProviderTile provider={sourceProvider} />
        <bdi className="truncate" {...tip(sourceProvider, { whenCut: true })}>
          {sourceProvider}
        </bdi>
      </span>
    ) : (
      <Missing />
    ),
  ),
  column('col-provider-id', 'Id at the provider', ({ providerCompanyId }) =>
    providerCompanyId ? (
      <bdi className="mono" {...tip(providerCompanyId, { whenCut: true })}>
        {providerCompanyId}
      </bdi>
    ) : (
      <Missing />
    ),
  ),
  column('col-id', 'Company id', ({ id }) => <ShortId id={id} />),
  column('col-created', 'Created', ({ created }) => <CreatedCell created={created} />),
];

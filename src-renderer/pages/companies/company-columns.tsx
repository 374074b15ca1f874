import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Columns } from '../../components/listing/table/table-types.ts';
import { ShortId } from '#ui/values/short-id.tsx';
import { CreatedCell } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';

const Missing = () => <span className="missing">—</span>;

/** The columns of the Companies table; widths are in companies-page.css. */
export const companyColumns: Columns<CompanyRow> = [
  {
    id: 'col-company',
    head: 'Company',
    cell: ({ providerCompanyName: name }) =>
      name ? (
        <bdi className="company-name" {...tip(name, { whenCut: true })}>
          {name}
        </bdi>
      ) : (
        <Missing />
      ),
  },
  {
    id: 'col-provider',
    head: 'Provider',
    cell: ({ sourceProvider }) =>
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
  },
  {
    id: 'col-provider-id',
    head: 'Id at the provider',
    cell: ({ providerCompanyId }) =>
      providerCompanyId ? (
        <bdi className="mono" {...tip(providerCompanyId, { whenCut: true })}>
          {providerCompanyId}
        </bdi>
      ) : (
        <Missing />
      ),
  },
  { id: 'col-id', head: 'Company id', cell: ({ id }) => <ShortId id={id} /> },
  { id: 'col-created', head: 'Created', cell: ({ created }) => <CreatedCell created={created} /> },
];

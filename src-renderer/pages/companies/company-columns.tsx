import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { fieldColumns, MissingCell } from '../../components/listing/columns/field-columns.tsx';
import { MarkedText } from '../../components/listing/search/marked-text.tsx';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';

export const companyColumns = fieldColumns<CompanyRow>('companies', {
  providerCompanyName: ({ providerCompanyName: name }) =>
    name ? (
      <bdi className="text-medium" {...tip(name, { whenCut: true })}>
        <MarkedText text={name} />
      </bdi>
    ) : (
      <MissingCell />
    ),
  sourceProvider: ({ sourceProvider }) =>
    sourceProvider ? (
      <span className="company-provider row">
        <ProviderTile provider={sourceProvider} />
        <bdi className="truncate" {...tip(sourceProvider, { whenCut: true })}>
          <MarkedText text={sourceProvider} />
        </bdi>
      </span>
    ) : (
      <MissingCell />
    ),
  providerCompanyId: ({ providerCompanyId }) =>
    providerCompanyId ? (
      <bdi className="mono muted" {...tip(providerCompanyId, { whenCut: true })}>
        <MarkedText text={providerCompanyId} />
      </bdi>
    ) : (
      <MissingCell />
    ),
});

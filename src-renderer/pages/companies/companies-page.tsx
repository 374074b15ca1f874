import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { fieldColumns, MissingCell, TextCell } from '../../components/listing/columns/field-columns.tsx';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';
import { Building2, Plug, Ship } from 'lucide-react';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { NoCompanies } from '../../components/list-page/page-without-rows.tsx';
import { linkToOpen } from '../../components/console-requests.ts';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';
import type { ListDefinition, RowActions } from '../../components/listing/list-definition.ts';
import { type ListView, useListView } from '../../components/listing/list-view.ts';
import { linkHelp, SearchField } from '../../components/listing/search/search-field.tsx';
import { useLiveText } from '../../components/listing/search/use-live-text.ts';
import { companyFilters } from './companies-search.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';
import { ListPage } from '../../components/list-page/list-page.tsx';
import './companies-page.css';

const companyColumns = fieldColumns<CompanyRow>('companies', {
  providerCompanyName: ({ providerCompanyName: name }) =>
    name ? <TextCell text={name} className="text-medium" /> : <MissingCell />,
  sourceProvider: ({ sourceProvider }) =>
    sourceProvider ? (
      <span className="gap-8 shrink row">
        <ProviderTile provider={sourceProvider} />
        <TextCell text={sourceProvider} className="truncate" />
      </span>
    ) : (
      <MissingCell />
    ),
  providerCompanyId: ({ providerCompanyId: id }) =>
    id ? <TextCell text={id} className="mono muted" /> : <MissingCell />,
});

const companyValueFilters = valueFilters('companies', { provider: { icon: Plug } });

const CompanyFilterField = ({ view }: { readonly view: ListView<'companies'> }) => {
  // Creates one history entry per search, not per letter.
  const { typed, type } = useLiveText(view.filters.text, (text) => view.change({ text }, 'replace'));
  const meaning = readSearchText(typed);
  const isLink = meaning.kind === 'link';
  const open = async (): Promise<boolean> => {
    if (!isLink) return false;
    type('');
    linkToOpen.set(meaning.link);
    return true;
  };
  return (
    <SearchField
      resource="companies"
      view={view}
      name="Find by name or ID"
      placeholder="Find by name or ID"
      text={typed}
      onText={(text) => type(text, readSearchText(text).kind === 'link' ? '' : undefined)}
      onEnter={open}
      help={isLink ? linkHelp : null}
    />
  );
};

const companiesList: ListDefinition<'companies'> = {
  resource: 'companies',
  title: 'Companies',
  columns: companyColumns,
  rowJson: companyJson,
  refreshes: false,
  filters: companyFilters,
  valueFilters: companyValueFilters,
  HeadField: CompanyFilterField,
  Empty: NoCompanies,
};

const useCompanyActions = (): RowActions => {
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/companies/$id', params: { id } }), [navigate]);
  const show = (id: string): void => void navigate({ to: '/migrations', search: { company: [id] } });
  const menuMore: RowMenuMore = (id) => ({
    kind: 'actions',
    ariaName: 'This company',
    lines: [
      { id: 'open', label: 'Open company page', icon: Building2, keys: ['Enter'], run: () => open(id) },
      { id: 'migrations', label: 'Show migrations', icon: Ship, run: () => show(id) },
    ],
  });
  return { openId: null, open, menuMore };
};

export const CompaniesPage = () => {
  const view = useListView(companiesList);
  const actions = useCompanyActions();
  return <ListPage definition={companiesList} view={view} actions={actions} />;
};

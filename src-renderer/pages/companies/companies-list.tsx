import { Building2, Plug } from 'lucide-react';
import { companyJson } from '#shared/migration-api/row-json.ts';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { openLink } from '../../components/console-requests.ts';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';
import type { ListDefinition } from '../../components/listing/list-definition.ts';
import type { ListView } from '../../components/listing/list-view.ts';
import { linkHelp, SearchField } from '../../components/listing/search/search-field.tsx';
import { useLiveText } from '../../components/listing/search/use-live-text.ts';
import { companyColumns } from './company-columns.tsx';
import { companyFilters } from './companies-search.ts';

const companyValueFilters = valueFilters('companies', { provider: { icon: Plug } });

const CompanyFilterField = ({ view }: { readonly view: ListView<'companies'> }) => {
  // Creates one history entry per search, not per letter.
  const { typed, type } = useLiveText(view.filters.text, (text) => view.change({ text }, 'replace'));
  const meaning = readSearchText(typed);
  const isLink = meaning.kind === 'link';
  const open = async (): Promise<boolean> => {
    if (!isLink) return false;
    type('');
    openLink(meaning.link);
    return true;
  };
  return (
    <SearchField
      name="Find by name or ID"
      placeholder="Find by name or ID"
      text={typed}
      onText={(text) => type(text, readSearchText(text).kind === 'link' ? '' : text)}
      onEnter={open}
      help={isLink ? linkHelp : null}
    />
  );
};

const NoCompanies = () => (
  <MessageBlock icon={Building2} title="No companies yet">
    Companies appear when their end users sign in to a provider in the modal.
  </MessageBlock>
);

export const companiesList: ListDefinition<'companies'> = {
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

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Building2, Plug } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { CreatedChip } from '../../components/listing/created-chip.tsx';
import { parseCreated } from '../../components/listing/created-range.ts';
import { ValueChip } from '../../components/listing/filter-chip.tsx';
import { valuesOf } from '../../components/listing/filter-values.ts';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import type { ListingSearch } from '../../components/listing/listing-search.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { MessageBlock } from '../../components/message-block.tsx';
import { companiesListOptions } from './companies-queries.ts';
import { noCompanyFilters, type CompanyFilters } from './companies-search.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyFilterField } from './company-filter-field.tsx';
import { activeFilters, companyMatcher } from './company-filters.ts';
import { companyJson } from './company-json.ts';
import './companies-page.css';

/** The companies of the organization, page by page. */
export const CompaniesPage = () => {
  const { api } = useConsole();
  const search = useSearch({ from: '/companies' });
  const navigate = useNavigate({ from: '/companies' });
  const state = useListing<CompanyRow>((page) => companiesListOptions(api, page), search);
  const onSearch = useCallback(
    (next: ListingSearch) => void navigate({ search: (before) => ({ ...before, ...next }) }),
    [navigate],
  );
  // Typing is one step of the history, not one for each letter.
  const onFilters = useCallback(
    (change: Partial<CompanyFilters>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: 'text' in change }),
    [navigate],
  );
  const items = state.listing?.rows;
  const { text, provider, created } = search;
  const filters = useMemo(() => ({ text, provider, created }), [text, provider, created]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const matches = useMemo(() => companyMatcher(filters, new Date()), [filters, items]);
  const providers = () =>
    items?.flatMap((item) => (item.kind === 'row' ? [item.value.sourceProvider ?? ''] : [])) ?? [];
  return (
    <ListingPage
      topic="companies"
      title="Companies"
      columns={companyColumns}
      state={state}
      rowJson={companyJson}
      search={search}
      onSearch={onSearch}
      headField={<CompanyFilterField text={text} onText={(next) => onFilters({ text: next })} />}
      filters={{
        chips: (
          <>
            <ValueChip
              icon={Plug}
              name="Provider"
              values={() => valuesOf(providers(), provider, (name) => name || 'No provider')}
              chosen={provider}
              onChoose={(next) => onFilters({ provider: next })}
            />
            <CreatedChip created={parseCreated(created)} onChoose={(next) => onFilters({ created: next })} />
          </>
        ),
        active: activeFilters(filters),
        matches,
        onClear: () => onFilters(noCompanyFilters),
      }}
      empty={
        <MessageBlock icon={Building2} title="No companies yet">
          A company appears when an end user has logged in to its provider in the modal.
        </MessageBlock>
      }
    />
  );
};

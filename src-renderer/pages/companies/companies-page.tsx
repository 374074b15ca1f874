import { useNavigate, useSearch } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useCallback } from 'react';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import type { ListingSearch } from '../../components/listing/listing-search.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { MessageBlock } from '../../components/message-block.tsx';
import { companiesListOptions } from './companies-queries.ts';
import { companyColumns } from './company-columns.tsx';
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
  return (
    <ListingPage
      topic="companies"
      title="Companies"
      columns={companyColumns}
      state={state}
      search={search}
      onSearch={onSearch}
      empty={
        <MessageBlock icon={Building2} title="No companies yet">
          A company appears when an end user has logged in to its provider in the modal.
        </MessageBlock>
      }
    />
  );
};

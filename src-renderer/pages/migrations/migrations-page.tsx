import { useNavigate, useSearch } from '@tanstack/react-router';
import { Ship } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ListingPage } from '../../components/listing/listing-page.tsx';
import type { ListingSearch } from '../../components/listing/listing-search.ts';
import { useListing } from '../../components/listing/use-listing.ts';
import { MessageBlock } from '../../components/message-block.tsx';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { CompaniesProvider, useCompanyNames } from './company-names.ts';
import { FindField } from './find-field.tsx';
import { MigrationChips } from './migration-chips.tsx';
import { migrationColumns } from './migration-columns.tsx';
import { migrationJson } from './migration-json.ts';
import { MigrationDrawer } from './migration-drawer.tsx';
import { activeFilters, migrationMatcher } from './migration-filters.ts';
import { noMigrationFilters, type MigrationFilters } from './migrations-search.ts';
import { migrationsListOptions } from './migrations-queries.ts';
import './migrations-page.css';

const noMigrations: readonly MigrationRow[] = [];

/** The migrations of the organization, page by page, and one of them in the drawer. */
export const MigrationsPage = () => {
  const { api } = useConsole();
  const search = useSearch({ from: '/migrations' });
  const navigate = useNavigate({ from: '/migrations' });
  const state = useListing<MigrationRow>((page) => migrationsListOptions(api, page), search);

  const items = state.listing?.rows;
  const migrations = useMemo(
    () => items?.flatMap((item) => (item.kind === 'row' ? [item.value] : [])) ?? noMigrations,
    [items],
  );
  const companyIds = useMemo(() => migrations.flatMap(({ companyId }) => companyId ?? []), [migrations]);
  const companies = useCompanyNames(companyIds);

  const onSearch = useCallback(
    (next: ListingSearch) => void navigate({ search: (before) => ({ ...before, ...next }) }),
    [navigate],
  );
  const onFilters = useCallback(
    (change: Partial<MigrationFilters>) => void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  );
  const { status, company, user, created } = search;
  const filters = useMemo(() => ({ status, company, user, created }), [status, company, user, created]);
  // The day is that of the last change of filters or rows.
  // oxlint-disable-next-line react/exhaustive-deps
  const matches = useMemo(() => migrationMatcher(filters, new Date()), [filters, items]);
  const matching = useMemo(() => (matches ? migrations.filter(matches) : migrations), [migrations, matches]);

  // Moving from row to row is one step of the history, not one for each row.
  const onOpen = useCallback(
    (open: string, how: 'open' | 'move') =>
      void navigate({ search: (before) => ({ ...before, open }), replace: how === 'move' }),
    [navigate],
  );
  const onClose = useCallback(() => void navigate({ search: (before) => ({ ...before, open: null }) }), [navigate]);

  useShortcuts(search.open === null ? {} : { Escape: onClose });

  return (
    <CompaniesProvider value={companies}>
      <ListingPage
        topic="migrations"
        title="Migrations"
        refreshes
        columns={migrationColumns}
        state={state}
        rowJson={migrationJson}
        search={search}
        onSearch={onSearch}
        filters={{
          chips: <MigrationChips {...{ migrations, companies, filters, onFilters }} />,
          active: activeFilters(filters),
          matches,
          onClear: () => onFilters(noMigrationFilters),
        }}
        openId={search.open}
        onOpen={onOpen}
        onClose={onClose}
        headField={<FindField onFound={(id) => onOpen(id, 'open')} />}
        empty={
          <MessageBlock icon={Ship} title="No migrations yet">
            End users start migrations in the modal. The first one shows up here.
          </MessageBlock>
        }
        drawer={
          search.open === null ? null : (
            <MigrationDrawer
              id={search.open}
              migrations={matching.some(({ id }) => id === search.open) ? matching : migrations}
              onMove={(id) => onOpen(id, 'move')}
              onClose={onClose}
            />
          )
        }
      />
    </CompaniesProvider>
  );
};

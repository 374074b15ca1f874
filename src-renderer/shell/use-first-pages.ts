import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useConsole } from '../api/console-context.tsx';
import { defaultListingSearch } from '../components/listing/listing-search.ts';
import { useKnownTotal } from '../components/listing/use-known-total.ts';
import { companiesListOptions } from '../pages/companies/companies-queries.ts';
import { migrationsListOptions } from '../components/migration/migrations-queries.ts';

/**
 * Reads the first page of the listing that nobody has opened yet, once the other one is on the screen and the page is
 * idle: its count stands in the navigation, and it opens without a wait.
 */
export const useFirstPages = (): void => {
  const { api } = useConsole();
  const client = useQueryClient();
  const migrations = useKnownTotal('migrations');
  const companies = useKnownTotal('companies');
  const isOneKnown = (migrations === null) !== (companies === null);

  const read = useEffectEvent(() => {
    if (migrations === null) void client.prefetchQuery(migrationsListOptions(api, defaultListingSearch));
    if (companies === null) void client.prefetchQuery(companiesListOptions(api, defaultListingSearch));
  });
  useEffect(() => {
    if (!isOneKnown) return;
    const handle = requestIdleCallback(() => read(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [isOneKnown]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useConsole } from '../api/console-context.tsx';
import { listOptions, useKnownTotal } from '../api/listings.ts';
import { defaultListingSearch } from '../components/listing/listing-search.ts';

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
    if (migrations === null) void client.prefetchQuery(listOptions(api, 'migrations', defaultListingSearch));
    if (companies === null) void client.prefetchQuery(listOptions(api, 'companies', defaultListingSearch));
  });
  useEffect(() => {
    if (!isOneKnown) return;
    const handle = requestIdleCallback(() => read(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [isOneKnown]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useConsole } from '../api/console-context.tsx';
import { listOptions, useKnownTotal } from '../api/listings.ts';
import { openLink } from '../components/console-requests.ts';
import { defaultListingSearch } from '../components/listing/listing-search.ts';

/** Prefetches the first page of the other list when idle, for the count in the navigation and to open it instantly. */
export const useFirstPages = (): void => {
  const { api } = useConsole();
  const client = useQueryClient();
  const migrations = useKnownTotal('migrations');
  const companies = useKnownTotal('companies');
  const isOneTotalKnown = (migrations === null) !== (companies === null);

  const query = useEffectEvent(() => {
    if (migrations === null) void client.prefetchQuery(listOptions(api, 'migrations', defaultListingSearch));
    if (companies === null) void client.prefetchQuery(listOptions(api, 'companies', defaultListingSearch));
  });
  useEffect(() => {
    if (!isOneTotalKnown) return;
    const handle = requestIdleCallback(() => query(), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [isOneTotalKnown]);
};

interface HostRequests {
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
}

/** Handles requests of the host's menu and links: opens a migration, a page or the palette. Mounted once. */
export const useHostRequests = ({ onShortcuts, onPalette }: HostRequests): void => {
  const { listen } = useConsole();
  const navigate = useNavigate();
  useEffect(
    () =>
      listen((event) => {
        if (event.name === 'console:link-asked') openLink(event.data.link);
        if (event.name === 'console:migration-asked')
          void navigate({ to: '/migrations', search: (before) => ({ ...before, open: event.data.id }) });
        if (event.name !== 'console:menu-asked') return;
        const { item } = event.data;
        if (item === 'palette') onPalette();
        else if (item === 'shortcuts') onShortcuts();
        else void navigate({ to: `/${item}` });
      }),
    [listen, navigate, onShortcuts, onPalette],
  );
};

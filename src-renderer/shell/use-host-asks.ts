import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConsole } from '../api/console-context.tsx';

interface HostAsks {
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
}

/**
 * Does what the host's menu and links ask of the page: open a migration, a page, the palette. Mounted once.
 */
export const useHostAsks = ({ onShortcuts, onPalette }: HostAsks): void => {
  const { listen } = useConsole();
  const navigate = useNavigate();
  useEffect(
    () =>
      listen((event) => {
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

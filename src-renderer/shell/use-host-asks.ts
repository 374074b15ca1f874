import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConsole } from '../api/console-context.tsx';

/** Does what the host's menu and links ask of the page: read what is shown anew, open a migration. Mounted once. */
export const useHostAsks = (): void => {
  const { listen } = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      listen((event) => {
        if (event.name === 'console:refresh-asked') void client.invalidateQueries();
        if (event.name !== 'console:migration-asked') return;
        void navigate({ to: '/migrations', search: (before) => ({ ...before, open: event.data.id }) });
      }),
    [client, listen, navigate],
  );
};

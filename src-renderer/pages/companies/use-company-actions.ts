import { useNavigate } from '@tanstack/react-router';
import { Ship } from 'lucide-react';
import { useCallback } from 'react';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';
import { useLoadedState } from '../../api/loaded-state.ts';
import type { RowActions } from '../../components/listing/list-definition.ts';

/**
 * What can be done with a company of the list: it leaves for its migrations, all that are loaded, where any are, else those
 * of the first page.
 */
export const useCompanyActions = (): RowActions => {
  const navigate = useNavigate();
  const loaded = useLoadedState('migrations');
  const view = loaded && loaded.rows > 0 ? 'all' : 'page';
  const open = useCallback(
    (id: string) => void navigate({ to: '/migrations', search: { company: [id], view } }),
    [navigate, view],
  );
  const menuMore: RowMenuMore = (id) => ({
    kind: 'actions',
    ariaName: 'Migrations',
    onAction: () => open(id),
    lines: [
      {
        id: 'migrations',
        label: 'Show its migrations',
        icon: Ship,
        note: view === 'all' ? 'all loaded' : 'this page',
        keys: ['Enter'],
      },
    ],
  });
  return { openId: null, open, menuMore };
};

import { Eye, EyeOff, Link, PanelRight, Terminal } from 'lucide-react';
import { useToggleWatch } from '../../api/toggle-watch.ts';
import { useWatchState } from '../../api/watch-state.ts';
import { copyText } from '../../components/copy.ts';
import type { RowMenuMore } from '../../components/listing/use-row-menu.tsx';
import { migrationLink } from './migration-link.ts';
import { useMigrationCurl } from './use-migration-curl.ts';

/** What the menu of a migration's row holds besides what can be copied of every row. */
export const useRowActions = (onOpen: (id: string, how: 'open') => void): RowMenuMore => {
  const copyCurl = useMigrationCurl();
  const watched = useWatchState()?.watched ?? [];
  const toggleWatch = useToggleWatch();
  return (id) => {
    const isWatched = watched.some((each) => each.id === id);
    const actions: Record<string, () => void> = {
      open: () => onOpen(id, 'open'),
      curl: () => void copyCurl(id),
      link: () => copyText(migrationLink(id), 'the link; it holds no secret'),
      watch: () => toggleWatch(id, isWatched),
    };
    return {
      kind: 'actions',
      ariaName: 'This migration',
      onAction: (action) => actions[action]?.(),
      lines: [
        { id: 'open', label: 'Open', icon: PanelRight, keys: ['Enter'] },
        { id: 'curl', label: 'Copy as cURL', icon: Terminal },
        { id: 'link', label: 'Copy link', icon: Link },
        { id: 'watch', label: isWatched ? 'Watch no longer' : 'Watch', icon: isWatched ? EyeOff : Eye },
      ],
    };
  };
};

import { Eye, EyeOff, Link, Package, PanelRight, Terminal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useToggleWatch } from '../../components/migration/toggle-watch.ts';
import { useWatchState } from '../../api/watch-state.ts';
import { copyText } from '#ui/controls/copy.tsx';
import type { RowMenuMore } from '../../components/listing/table/use-row-menu.tsx';
import { LazySupportBundle } from '../../components/support-bundle/lazy-support-bundle.tsx';
import { migrationLink } from './migration-link.ts';
import { useMigrationCurl } from './drawer/use-migration-curl.ts';

interface RowActions {
  /** What the menu of a migration's row holds besides what can be copied of every row. */
  readonly menuMore: RowMenuMore;
  /** What an action has opened over the page. */
  readonly over: ReactNode;
}

export const useRowActions = (onOpen: (id: string, how: 'open') => void): RowActions => {
  const [bundleOf, setBundleOf] = useState<string | null>(null);
  const copyCurl = useMigrationCurl();
  const watched = useWatchState()?.watched ?? [];
  const toggleWatch = useToggleWatch();
  const menuMore: RowMenuMore = (id) => {
    const isWatched = watched.some((each) => each.id === id);
    const actions: Record<string, () => void> = {
      open: () => onOpen(id, 'open'),
      curl: () => void copyCurl(id),
      link: () => copyText(migrationLink(id), 'the link; it holds no secret'),
      bundle: () => setBundleOf(id),
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
        { id: 'bundle', label: 'Support bundle…', icon: Package },
        { id: 'watch', label: isWatched ? 'Watch no longer' : 'Watch', icon: isWatched ? EyeOff : Eye },
      ],
    };
  };
  const over =
    bundleOf === null ? null : (
      <LazySupportBundle
        subject={{ kind: 'migration', id: bundleOf }}
        about="this migration"
        onClose={() => setBundleOf(null)}
      />
    );
  return { menuMore, over };
};

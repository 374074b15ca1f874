import { Eye, EyeOff, Link, Package, PanelRight, Terminal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useToggleWatch } from '../../components/migration/toggle-watch.ts';
import { useWatchState } from '../../api/profile-data.ts';
import { copyText } from '#ui/controls/copy.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { consoleKeys } from '../../components/palette/console-keys.ts';
import type { RowActions } from '../../components/listing/list-definition.ts';
import type { ListView } from '../../components/listing/list-view.ts';
import { LazySupportBundle } from '../../components/support-bundle/support-bundle-button.tsx';
import { migrationLink } from '../../components/migration/migration-link.ts';
import { useMigrationCurl } from './drawer/use-migration-curl.ts';

export const useMigrationActions = ({ search, change }: ListView<'migrations'>): RowActions => {
  const openId = search.open ?? null;
  // Moving through rows creates one history entry, not one per row.
  const open = useCallback<RowActions['open']>(
    (id, how) => change({ open: id }, how === 'move' ? 'replace' : 'push'),
    [change],
  );
  const close = useCallback(() => change({ open: null }), [change]);
  // Rows handle C themselves. This shortcut works until a row has the focus.
  useShortcuts(
    openId === null ? {} : { Escape: close, [consoleKeys.copyId]: () => copyText(openId, shortIdText(openId)) },
  );
  const [bundleId, setBundleId] = useState<string | null>(null);
  const copyCurl = useMigrationCurl();
  const watched = useWatchState()?.watched ?? [];
  const toggleWatch = useToggleWatch();
  const menuMore: RowMenuMore = (id) => {
    const isWatched = watched.some((each) => each.id === id);
    return {
      kind: 'actions',
      ariaName: 'This migration',
      lines: [
        { id: 'open', label: 'Open', icon: PanelRight, keys: ['Enter'], run: () => open(id, 'open') },
        { id: 'curl', label: 'Copy as cURL', icon: Terminal, run: () => void copyCurl(id) },
        {
          id: 'link',
          label: 'Copy link',
          icon: Link,
          run: () => copyText(migrationLink(id), 'the link, without secrets'),
        },
        { id: 'bundle', label: 'Support bundle…', icon: Package, run: () => setBundleId(id) },
        {
          id: 'watch',
          label: isWatched ? 'Stop watching' : 'Watch',
          icon: isWatched ? EyeOff : Eye,
          run: () => toggleWatch(id, isWatched),
        },
      ],
    };
  };
  const over =
    bundleId === null ? null : (
      <LazySupportBundle
        subject={{ kind: 'migration', id: bundleId }}
        about="this migration"
        onClose={() => setBundleId(null)}
      />
    );
  return { openId, open, close, menuMore, over };
};

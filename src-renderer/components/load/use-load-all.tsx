import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { useConsole } from '../../api/console-api.ts';
import { showFailure } from '../messages/show-failure.ts';
import { consoleKeys, keyName } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';

/** `press` starts loading all rows unless a load already exists, then switches to the view of all rows. */
export const useLoadAll = (resource: Resource, onShow: () => void) => {
  const { api } = useConsole();
  const [busy, setBusy] = useState(false);
  const start = async (onStarted?: () => void): Promise<void> => {
    setBusy(true);
    try {
      const { phase, rows } = await api.loaded.state({ resource });
      const hasLoad = phase !== 'none' && phase !== 'failed' && (phase !== 'cancelled' || rows > 0);
      if (!hasLoad) await api.loaded.start({ resource });
      onStarted?.();
    } catch (thrown) {
      showFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { load: () => void start(), press: () => void start(onShow), busy };
};
export type LoadAll = ReturnType<typeof useLoadAll>;

export const loadAllLabel = (total: number | null): string => (total ? `Load all ${countText(total)}` : 'Load all');

interface LoadAllLinkProps extends Pick<LoadAll, 'press'> {
  readonly resource: Resource;
  readonly total: number | null;
}

export const LoadAllLink = ({ resource, total, press }: LoadAllLinkProps) => {
  const label = loadAllLabel(total);
  const shortcut = keyName(consoleKeys.loadAll);
  useShortcuts({ [consoleKeys.loadAll]: press });
  usePaletteEntries('Actions', () => [
    { id: 'load-all', label, note: resource, icon: Download, keys: [shortcut], run: press },
  ]);
  return (
    <button type="button" className="link-button number" onClick={press} {...tip(label, { shortcut })}>
      {label}
    </button>
  );
};

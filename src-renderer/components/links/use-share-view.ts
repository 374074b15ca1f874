import { Share2 } from 'lucide-react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { useConsoleState } from '../../api/profiles.ts';
import { consoleKeys, keyName } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';

export const shareLabel = 'Share a link to this view';

/**
 * Copies a link to what is on the page, by its key and from the palette; a page shows it in a menu or as a button, too.
 * @param id of a company, whose page it is; null for a list
 * @param search of the list's route
 */
export const useShareView = (page: Resource, id: string | null, search: object): (() => void) => {
  const profile = useConsoleState()?.profile;
  const share = (): void => {
    if (profile) void import('./share-view.ts').then(({ shareView }) => shareView({ page, id, search }, profile));
  };
  useShortcuts({ [consoleKeys.share]: share });
  usePaletteEntries('Actions', () => [
    { id: 'share', label: shareLabel, icon: Share2, keys: [keyName(consoleKeys.share)], run: share },
  ]);
  return share;
};

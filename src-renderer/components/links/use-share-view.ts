import { Share2 } from 'lucide-react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { consoleKeys, keyName } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';

export const shareLabel = 'Share a link to this view';

/**
 * Returns a function that copies a link to the current page. Registers its shortcut and palette command; pages may add
 * a menu item or button.
 * @param id company ID on a company page; null for a list
 * @param search search parameters of the list's route
 */
export const useShareView = (page: Resource, id: string | null, search: object): (() => void) => {
  const { api } = useConsole();
  const profile = useConsoleState()?.profile;
  const share = (): void => {
    if (profile) void import('./share-view.ts').then(({ shareView }) => shareView(api, { page, id, search }, profile));
  };
  useShortcuts({ [consoleKeys.share]: share });
  usePaletteEntries('Actions', () => [
    { id: 'share', label: shareLabel, icon: Share2, keys: [keyName(consoleKeys.share)], run: share },
  ]);
  return share;
};

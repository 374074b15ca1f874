import { useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { copyText } from '#ui/controls/copy.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useCopyForTicket } from '../../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { useWatchSeveral } from '../../../components/migration/watch-several.ts';

/** Maximum migrations in a ticket. Longer tickets aren't useful. */
const maxInTicket = 100;

interface SelectionAction {
  readonly obstacle: string | null;
  readonly busy?: boolean;
  readonly run: () => void;
}

export const useSelectionActions = (
  ids: readonly string[],
  readRows: (ids: readonly string[]) => Promise<readonly ListedMigration[]>,
  watchable: (ids: readonly string[]) => readonly string[] = (all) => all,
): Readonly<Record<'watch' | 'copyIds' | 'ticket' | 'handle', SelectionAction>> => {
  const { obstacle, watch } = useWatchSeveral();
  const copyForTicket = useCopyForTicket();
  const { handle } = useHandled();
  const [runningAction, setRunningAction] = useState<'ticket' | 'handle' | null>(null);

  const withRows = async (
    action: 'ticket' | 'handle',
    run: (rows: readonly ListedMigration[], note: string) => Promise<unknown>,
  ): Promise<void> => {
    setRunningAction(action);
    try {
      const rows = await readRows(ids);
      const knownIds = new Set(rows.map(({ id }) => id));
      const missingIds = ids.filter((id) => !knownIds.has(id));
      const note = `${countText(missingIds.length)} of ${countText(ids.length)} skipped, because the console no longer has these rows: ${missingIds.slice(0, 3).map(shortIdText).join(', ')}${missingIds.length > 3 ? ', …' : ''}`;
      if (rows.length > 0) await run(rows, missingIds.length > 0 ? `. ${note}` : '');
      else showToast(note, 'note');
    } catch (thrown) {
      showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');
    } finally {
      setRunningAction(null);
    }
  };
  const watchableIds = watchable(ids);
  const idsText = ids.length === 1 ? shortIdText(ids[0] ?? '') : `${countText(ids.length)} IDs`;
  return {
    watch: {
      obstacle: watchableIds.length === 0 ? 'None of these migrations were found' : obstacle(watchableIds),
      run: () => watch(watchableIds),
    },
    copyIds: { obstacle: null, run: () => copyText(ids.join('\n'), idsText) },
    ticket: {
      obstacle: ids.length > maxInTicket ? `A ticket can contain at most ${maxInTicket} migrations` : null,
      busy: runningAction === 'ticket',
      run: () => void withRows('ticket', copyForTicket),
    },
    handle: {
      obstacle: runningAction === 'handle' ? 'In progress' : null,
      busy: runningAction === 'handle',
      run: () => void withRows('handle', handle),
    },
  };
};

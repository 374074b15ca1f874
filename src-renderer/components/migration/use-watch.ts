import { useQueryClient } from '@tanstack/react-query';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { maxWatched } from '#shared/list-limits.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../api/console-api.ts';
import { keepReply } from '../../api/page-cache.ts';
import { useWatchState, watchKey } from '../../api/profile-data.ts';
import { showFailureDetail } from '../messages/show-failure.ts';

/**
 * Call this after a click, because browsers don't ask for permission otherwise. If the user refuses, changes appear on
 * the page.
 */
export const askToNotify = (): void => {
  if (!window.ferryBridge && 'Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
};

export const useWatch = () => {
  const { api } = useConsole();
  const client = useQueryClient();
  const watchedIds = new Set(useWatchState()?.watched.map(({ id }) => id));
  const unwatchedOf = (ids: readonly string[]): readonly string[] => ids.filter((id) => !watchedIds.has(id));
  const keep = (ask: () => Promise<WatchState>) => keepReply(client, watchKey, ask);
  const stop = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await keep(() => api.watch.remove({ id }));
    showToast('Stopped watching', 'done');
  };
  const start = async (id: string): Promise<void> => {
    askToNotify();
    await keep(() => api.watch.add({ ids: [id] }));
    showToast("Watching: you'll be notified of status changes", 'done');
  };
  return {
    isWatched: (id: string) => watchedIds.has(id),
    isFull: watchedIds.size >= maxWatched,
    toggle: (id: string) => void (watchedIds.has(id) ? stop([id]) : start(id)).catch(showFailureDetail),
    obstacle: (ids: readonly string[]) => {
      const newCount = unwatchedOf(ids).length;
      if (ids.length > 0 && newCount === 0) return 'You already watch all of these migrations';
      return watchedIds.size + newCount > maxWatched
        ? `You already watch ${watchedIds.size} of at most ${maxWatched} migrations`
        : null;
    },
    watchAll: (ids: readonly string[]) => {
      const newIds = unwatchedOf(ids);
      askToNotify();
      keep(() => api.watch.add({ ids: [...newIds] })).then(
        () =>
          showToast(newIds.length === 1 ? 'Watched' : `watching ${newIds.length}`, 'done', {
            label: 'Undo',
            run: () => void stop(newIds).catch(showFailureDetail),
          }),
        showFailureDetail,
      );
    },
  };
};

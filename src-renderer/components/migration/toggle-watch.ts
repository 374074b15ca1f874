import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../api/console-api.ts';
import { keepReply } from '../../api/page-cache.ts';
import { watchKey } from '../../api/profile-data.ts';
import { showFailureDetail } from '../messages/show-failure.ts';

/**
 * Call this after a click, because browsers don't ask for permission otherwise. If the user refuses, changes appear on
 * the page.
 */
export const askToNotify = (): void => {
  if (!window.ferryBridge && 'Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
};

export const useToggleWatch = (): ((id: string, isWatched: boolean) => void) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const run = async (id: string, isWatched: boolean): Promise<void> => {
    try {
      await keepReply(client, watchKey, () => (isWatched ? api.watch.remove({ id }) : api.watch.add({ id })));
      showToast(isWatched ? 'Stopped watching' : "Watching: you'll be notified of status changes", 'done');
    } catch (thrown) {
      showFailureDetail(thrown);
    }
  };
  return (id, isWatched) => {
    if (!isWatched) askToNotify();
    void run(id, isWatched);
  };
};

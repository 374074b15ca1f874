import { useQueryClient } from '@tanstack/react-query';
import { describeAppError } from '#shared/app-error-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { keepReply } from '../../api/page-cache.ts';
import { watchKey } from '../../api/profile-data.ts';

export const showWatchFailure = (thrown: unknown): void => {
  const error = appErrorOf(thrown);
  showToast(error.detail ?? describeAppError(error).title, 'note');
};

/** Browsers ask for permission only after a click. If the user refuses, changes appear on the page. */
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
      showWatchFailure(thrown);
    }
  };
  return (id, isWatched) => {
    if (!isWatched) askToNotify();
    void run(id, isWatched);
  };
};

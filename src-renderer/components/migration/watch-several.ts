import { useQueryClient } from '@tanstack/react-query';
import { maxWatched } from '#shared/list-limits.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { useConsole } from '../../api/console-api.ts';
import { keepReply } from '../../api/page-cache.ts';
import { useWatchState, watchKey } from '../../api/profile-data.ts';
import { showFailureDetail } from '../messages/show-failure.ts';
import { askToNotify } from './toggle-watch.ts';

export const useWatchSeveral = () => {
  const { api } = useConsole();
  const client = useQueryClient();
  const watched = useWatchState()?.watched ?? [];
  const unwatchedOf = (ids: readonly string[]): readonly string[] => {
    const known = new Set(watched.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  };
  const undo = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const id of ids) await keepReply(client, watchKey, () => api.watch.remove({ id }));
      showToast('Stopped watching', 'done');
    } catch (thrown) {
      showFailureDetail(thrown);
    }
  };
  return {
    obstacle: (ids: readonly string[]) => {
      const newCount = unwatchedOf(ids).length;
      if (ids.length > 0 && newCount === 0) return 'You already watch all of these migrations';
      return watched.length + newCount > maxWatched
        ? `You already watch ${watched.length} of at most ${maxWatched} migrations`
        : null;
    },
    watch: (ids: readonly string[]) => {
      const newIds = unwatchedOf(ids);
      askToNotify();
      keepReply(client, watchKey, () => api.watch.addAll({ ids: [...newIds] })).then(
        () =>
          showToast(newIds.length === 1 ? 'Watched' : `watching ${newIds.length}`, 'done', {
            label: 'Undo',
            run: () => void undo(newIds),
          }),
        showFailureDetail,
      );
    },
  };
};

import { useCallback } from 'react';
import { useConsole } from '../../../api/console-api.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { showFailure } from '../../../components/messages/show-failure.ts';

export const useCurl = (): ((id: number) => Promise<void>) => {
  const { api } = useConsole();
  return useCallback(
    async (id) => {
      try {
        const curl = await api.requests.curl({ id });
        if (curl) copyText(curl.command, 'as cURL');
        else showToast('This request is no longer stored', 'note');
      } catch (thrown) {
        showFailure(thrown);
      }
    },
    [api],
  );
};

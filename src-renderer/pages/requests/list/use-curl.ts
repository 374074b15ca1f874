import { useCallback } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { showToast } from '#ui/messages/toast.tsx';

/** Copies a request as cURL, with `$FERRY_API_KEY` instead of the key. */
export const useCurl = (): ((id: number) => Promise<void>) => {
  const { api } = useConsole();
  return useCallback(
    async (id) => {
      try {
        const curl = await api.requests.curl({ id });
        if (curl) copyText(curl.command, 'as cURL');
        else showToast('This request is no longer stored', 'note');
      } catch (thrown) {
        showToast(describeAppError(appErrorOf(thrown)).title, 'note');
      }
    },
    [api],
  );
};

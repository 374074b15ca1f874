import { useCallback } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { showToast } from '#ui/messages/toast.tsx';

/** Copies the request for a migration as cURL, with `$FERRY_API_KEY` instead of the key. */
export const useMigrationCurl = (): ((id: string) => Promise<void>) => {
  const { api } = useConsole();
  return useCallback(
    async (id) => {
      try {
        copyText((await api.migrations.curl({ id })).command, 'as cURL');
      } catch (thrown) {
        showToast(describeAppError(appErrorOf(thrown)).title, 'note');
      }
    },
    [api],
  );
};

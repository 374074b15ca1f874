import { useCallback } from 'react';
import { useConsole } from '../../../api/console-api.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showFailure } from '../../../components/messages/show-failure.ts';

export const useMigrationCurl = (): ((id: string) => Promise<void>) => {
  const { api } = useConsole();
  return useCallback(
    async (id) => {
      try {
        copyText((await api.migrations.curl({ id })).command, 'as cURL');
      } catch (thrown) {
        showFailure(thrown);
      }
    },
    [api],
  );
};

import { useConsole } from '../../../api/console-api.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { showFailure } from '../../../components/messages/show-failure.ts';

export const useMigrationCurl = (): ((id: string) => void) => {
  const { api } = useConsole();
  return (id) => void api.migrations.curl({ id }).then(({ command }) => copyText(command, 'as cURL'), showFailure);
};

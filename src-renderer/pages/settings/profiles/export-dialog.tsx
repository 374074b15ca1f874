import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf, useRead } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { downloadText } from '#ui/values/download.ts';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';

export const ExportDialog = ({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) => {
  const host = useConsoleState()?.host;
  const { data, error } = useRead(
    ['console', 'profiles-export', ids],
    (api, options) => api.profiles.export({ ids: [...ids] }, options),
    { gcTime: 0 },
  );
  return (
    <TitledDialog title={`Export ${ids.length === 1 ? 'the profile' : `${ids.length} profiles`}`} onClose={onClose}>
      <div className="dialog-text">
        <p>Save this text as a file and import it on another device. The file contains no keys and no file paths.</p>
        {data ? <CodeBlock json={data.text} label="Exported profiles" /> : null}
        {error ? <p className="text-danger">{describeAppError(appErrorOf(error)).title}.</p> : null}
      </div>
      <div className="dialog-actions">
        <Button onPress={onClose}>Close</Button>
        {data && host === 'browser' ? (
          <Button onPress={() => downloadText(data.text, 'application/json', data.fileName)}>Download</Button>
        ) : null}
        {data ? (
          <Button variant="primary" onPress={() => copyText(data.text, 'the profiles')}>
            Copy
          </Button>
        ) : null}
      </div>
    </TitledDialog>
  );
};

import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { fetchDownload } from '../../../components/fetch-download.ts';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';
import { useRead } from '../../../api/use-read.ts';

const DownloadButton = ({ name, text }: { readonly name: string; readonly text: string }) => {
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    fetchDownload(url, name);
    // Waits for the next tick, in which the browser has read the blob.
    setTimeout(() => URL.revokeObjectURL(url));
  };
  return <Button onPress={save}>Download</Button>;
};

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
        {data && host === 'browser' ? <DownloadButton name={data.fileName} text={data.text} /> : null}
        {data ? (
          <Button variant="primary" onPress={() => copyText(data.text, 'the profiles')}>
            Copy
          </Button>
        ) : null}
      </div>
    </TitledDialog>
  );
};

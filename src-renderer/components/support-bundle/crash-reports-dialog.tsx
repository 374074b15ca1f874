import { useQueryClient } from '@tanstack/react-query';
import { FileDown, Trash2 } from 'lucide-react';
import { Button } from '#ui/controls/controls.tsx';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';
import { CodeBox } from '#ui/values/code-block.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf, useConsole, useRead } from '../../api/console-api.ts';
import { consoleStateOptions } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorLine } from '../messages/error-line.tsx';
import { showSaved } from '../show-saved.ts';
import './support-bundle-dialog.css';

export const CrashReportsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const { data, error } = useRead(
    ['console', 'crash-reports'],
    (console, options) => console.diagnostics.crashReports({}, options),
    { gcTime: 0 },
  );
  const save = useAction(async (signal) => void showSaved(await api.diagnostics.saveCrashReports({}, { signal })));
  const remove = useAction(async (signal) => {
    await api.diagnostics.deleteCrashReports({}, { signal });
    await client.invalidateQueries({ queryKey: consoleStateOptions(api).queryKey });
    showToast('Crash reports deleted', 'done');
    onClose();
  });
  const problem = save.error ?? remove.error ?? (error ? appErrorOf(error) : null);
  const isEmpty = data?.count === 0;
  const disabledBecause = data ? (isEmpty ? 'No crash reports' : null) : 'Not loaded yet';
  return (
    <TitledDialog title="Crash reports" dialogClass="bundle" onClose={onClose} className="bundle-frame">
      <p className="bundle-about">
        {isEmpty
          ? 'No crash reports. If the console crashes, it writes a report to this device.'
          : 'These reports are on this device only and contain no keys or tokens. Save them to send them to support.'}
      </p>
      {isEmpty ? null : (
        <CodeBox className="bundle-text" label="Crash reports">
          {data?.text ?? (problem ? '' : 'Loading…')}
        </CodeBox>
      )}
      <ErrorLine error={problem} />
      <div className="dialog-actions">
        <div className="bundle-choices">
          <Button icon={Trash2} busy={remove.busy} disabledBecause={disabledBecause} onPress={() => void remove.run()}>
            Delete reports
          </Button>
        </div>
        <Button onPress={onClose}>Close</Button>
        <Button
          variant="primary"
          icon={FileDown}
          busy={save.busy}
          disabledBecause={disabledBecause}
          onPress={() => void save.run()}
        >
          Save reports
        </Button>
      </div>
    </TitledDialog>
  );
};

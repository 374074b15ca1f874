import { keepPreviousData } from '@tanstack/react-query';
import { FileText, Package } from 'lucide-react';
import { useState } from 'react';
import type { BundleSubject } from '#shared/console-contract/support-bundle-calls.ts';
import { appErrorOf, useConsole, useRead } from '../../api/console-api.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/controls.tsx';
import { ErrorLine } from '../messages/error-line.tsx';
import { showSaved } from '../show-saved.ts';
import { CodeBox } from '#ui/values/code-block.tsx';
import { byteText } from '#ui/values/number-text.ts';
import { TitledDialog } from '#ui/dialogs/dialogs.tsx';
import './support-bundle-dialog.css';
import { Tick } from '#ui/controls/form.tsx';

interface SupportBundleDialogProps {
  readonly subject: BundleSubject;
  readonly about: string;
  readonly onClose: () => void;
}

export const SupportBundleDialog = ({ subject, about, onClose }: SupportBundleDialogProps) => {
  const { api } = useConsole();
  const [userIds, setUserIds] = useState(false);
  const [crashReports, setCrashReports] = useState(false);
  const [chosen, setChosen] = useState('README.txt');
  const { data, error } = useRead(
    ['console', 'support-bundle', subject, userIds, crashReports],
    (console, options) => console.supportBundle.preview({ subject, userIds, crashReports }, options),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const save = useAction(async (signal) => {
    if (!data) return;
    const isSaved = showSaved(await api.supportBundle.save({ previewId: data.previewId }, { signal }));
    if (isSaved) onClose();
  });
  const problem = save.error ?? (error ? appErrorOf(error) : null);
  const file = data?.files.find(({ name }) => name === chosen) ?? data?.files[0];
  return (
    <TitledDialog title="Support bundle" dialogClass="bundle" onClose={onClose} className="bundle-frame">
      <p className="bundle-about">
        Requests, events, timeline and versions for {about}. The bundle contains no keys or tokens.
      </p>
      <div className="bundle-parts">
        <ul className="bundle-files" aria-label="Files in the bundle">
          {data?.files.map(({ name, bytes }) => (
            <li key={name}>
              <button
                type="button"
                className="bundle-file hover-tint row"
                aria-current={name === file?.name ? 'true' : undefined}
                onClick={() => setChosen(name)}
              >
                <FileText size={14} aria-hidden="true" />
                <span className="truncate">{name}</span>
                <span className="bundle-size hint rigid push-end number">{byteText(bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
        <CodeBox className="bundle-text" label={file?.name ?? 'No file yet'}>
          {file?.text ?? (problem ? '' : 'Collecting…')}
        </CodeBox>
      </div>
      <ErrorLine error={problem} />
      <div className="dialog-actions">
        <div className="bundle-choices">
          <Tick className="gap-8 row" checked={userIds} onChange={setUserIds}>
            Include user IDs
            {data?.hidesUsers && !userIds ? (
              <span className="hint">otherwise replaced by user-1, user-2, …</span>
            ) : null}
          </Tick>
          {data && data.crashReportCount > 0 ? (
            <Tick className="gap-8 row" checked={crashReports} onChange={setCrashReports}>
              Include crash reports
            </Tick>
          ) : null}
        </div>
        <Button onPress={onClose}>Close</Button>
        <Button
          variant="primary"
          icon={Package}
          busy={save.busy}
          disabledBecause={data ? (save.busy ? 'In progress' : null) : 'Nothing collected yet'}
          onPress={() => void save.run()}
        >
          {data ? `Save zip, ${byteText(data.bytes)}` : 'Save zip'}
        </Button>
      </div>
    </TitledDialog>
  );
};

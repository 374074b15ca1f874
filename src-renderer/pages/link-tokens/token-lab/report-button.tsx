import { Copy, FileDown, Save } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { fetchDownload } from '../../../components/fetch-download.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { showToast } from '#ui/messages/toast.tsx';

const showFailure = (error: AppError): void => showToast(error.detail ?? describeAppError(error).title, 'note');

export const ReportButton = () => {
  const { api } = useConsole();
  const copy = (format: 'markdown' | 'json'): void => {
    api.tokenLab.report({ format }).then(
      ({ text }) => copyText(text, 'the report'),
      (thrown: unknown) => showFailure(appErrorOf(thrown)),
    );
  };
  const save = async (format: 'markdown' | 'json'): Promise<void> => {
    try {
      const saveResult = await api.tokenLab.saveReport({ format });
      if (saveResult.result === 'dismissed') return;
      if (saveResult.download !== null) fetchDownload(saveResult.download, saveResult.fileName);
      showToast(saveResult.path === null ? `Saved as ${saveResult.fileName}` : `Saved in ${saveResult.path}`, 'done');
    } catch (thrown) {
      showFailure(appErrorOf(thrown));
    }
  };
  return (
    <MenuButton
      name="Export report"
      className="button secondary regular"
      placement="bottom end"
      parts={() => [
        {
          kind: 'actions',
          ariaName: 'Copy',
          lines: [
            { id: 'markdown', label: 'Copy as Markdown', icon: Copy },
            { id: 'json', label: 'Copy as JSON', icon: Copy },
          ],
          onAction: (id) => copy(id === 'json' ? 'json' : 'markdown'),
        },
        {
          kind: 'actions',
          ariaName: 'Save',
          lines: [
            { id: 'save-markdown', label: 'Save as Markdown', icon: Save },
            { id: 'save-json', label: 'Save as JSON', icon: Save },
          ],
          onAction: (id) => void save(id === 'save-json' ? 'json' : 'markdown'),
        },
      ]}
    >
      <FileDown size={14} aria-hidden="true" />
      Export report
    </MenuButton>
  );
};

import { Copy, FileDown } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-call-error.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { copyText } from '../../../components/copy.ts';
import { MenuButton } from '../../../components/menu/menu-button.tsx';
import { showToast } from '../../../components/toast-store.ts';

/** The latest run of each proof as a report, to paste or to keep. */
export const ReportButton = () => {
  const { api } = useConsole();
  const copy = (format: 'markdown' | 'json'): void => {
    api.tokenLab.report({ format }).then(
      ({ text }) => copyText(text, 'the report'),
      (thrown: unknown) => showToast(describeAppError(appErrorOf(thrown)).title, 'note'),
    );
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
      ]}
    >
      <FileDown size={14} aria-hidden="true" />
      Export report
    </MenuButton>
  );
};

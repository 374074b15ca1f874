import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { useLentFocus } from '#ui/keys/lent-focus.ts';
import { MessageDialog } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useConsole } from '../../api/console-api.ts';
import { ErrorBlock } from '../messages/error-block.tsx';
import { showFailure } from '../messages/show-failure.ts';
import { fetchDownload } from '#ui/values/download.ts';
import { useExportArgs, useStartExport } from './use-start-export.ts';
import '#ui/messages/toast.css';
import './export-cards.css';

interface ExportCardProps {
  readonly state: ExportState;
  readonly onClose: () => void;
}

const ExportFailed = ({ state, onClose }: ExportCardProps) => {
  const { start, busy, error } = useStartExport(onClose);
  const args = useExportArgs(state.id);
  const problem = error ?? state.problem;
  return (
    <MessageDialog title="The export failed" onClose={onClose}>
      <p>
        The file <bdi>{state.fileName}</bdi> wasn't saved.
      </p>
      {problem ? <ErrorBlock error={problem} busy={busy} onRetry={args ? () => start(args) : undefined} /> : null}
    </MessageDialog>
  );
};

const rowsOf = ({ rows, total }: ExportState): string =>
  total === null || rows >= total ? countText(rows) : `${countText(rows)} of ${countText(total)}`;

const rowsWord = ({ resource, rows }: Pick<ExportState, 'resource' | 'rows'>): string => {
  const singular = resource === 'report' ? 'item' : 'row';
  return rows === 1 ? singular : `${singular}s`;
};

const useDownload = ({ id, download, fileName }: ExportState): void => {
  const fetched = useRef(false);
  const isOwn = useExportArgs(id) !== undefined;
  useEffect(() => {
    if (download === null || fetched.current || !isOwn) return;
    fetched.current = true;
    fetchDownload(download, fileName);
  }, [isOwn, download, fileName]);
};

/** Maximum IDs shown. Copying includes all IDs. */
const maxNamed = 3;

const RowsMissing = ({ state, onReveal, onClose }: ExportCardProps & { readonly onReveal: () => void }) => {
  const { missing: ids, rows, path, fileName } = state;
  const isOne = ids.length === 1;
  return (
    <MessageDialog
      title={`${countText(ids.length)} selected ${isOne ? "row isn't" : "rows aren't"} in the file`}
      other={
        <>
          {path === null ? null : <Button onPress={onReveal}>Reveal in folder</Button>}
          <Button onPress={() => copyText(ids.join('\n'), isOne ? 'the ID' : `the ${countText(ids.length)} IDs`)}>
            {isOne ? 'Copy the ID' : 'Copy the IDs'}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <p>
        Exported {countText(rows)} of {countText(rows + ids.length)} selected rows to <bdi>{fileName}</bdi>. The console
        no longer has {isOne ? 'this row' : 'these rows'}: {ids.slice(0, maxNamed).map(shortIdText).join(', ')}
        {ids.length > maxNamed ? ', …' : '.'}
      </p>
    </MessageDialog>
  );
};

const ProgressCard = ({ state, onCancel }: { readonly state: ExportState; readonly onCancel: () => void }) => {
  const card = useRef<HTMLDivElement>(null);
  useLentFocus(card);
  return (
    <div ref={card} className="toast row">
      <LoaderCircle size={16} className="turning" aria-hidden="true" />
      <span className="text-anywhere grow">
        {state.phase === 'loading' ? 'Loading' : 'Exporting'} <span className="number">{rowsOf(state)}</span>{' '}
        {rowsWord({ ...state, rows: 2 })}
      </span>
      <button type="button" className="toast-action" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
};

const ExportCard = ({ state, onClose }: ExportCardProps) => {
  const { api } = useConsole();
  useDownload(state);
  const { id, phase, path, fileName, missing } = state;
  const cancel = (): void => void api.exports.cancel({ id }).catch(showFailure);
  const reveal = (): void =>
    void api.exports
      .reveal({ id })
      .then(({ shown }) => (shown ? undefined : showToast(`File: ${path ?? fileName}`, 'note')))
      .catch(showFailure);
  const showExported = useEffectEvent(() => {
    showToast(
      `Exported ${countText(state.rows)} ${rowsWord(state)} to ${fileName}`,
      'done',
      path === null ? null : { label: 'Reveal in folder', run: reveal },
    );
  });
  const isComplete = phase === 'done' && missing.length === 0;
  useEffect(() => {
    if (isComplete) showExported();
  }, [isComplete]);
  if (phase === 'cancelled') return null;
  if (phase === 'failed') return <ExportFailed state={state} onClose={onClose} />;
  if (phase === 'done') return isComplete ? null : <RowsMissing state={state} onReveal={reveal} onClose={onClose} />;
  return <ProgressCard state={state} onCancel={cancel} />;
};

export const ExportCards = ({ exports }: { readonly exports: readonly ExportState[] }) => {
  const [closed, setClosed] = useState<readonly string[]>([]);
  return (
    <section className="export-region" aria-label="Exports">
      {exports
        .filter(({ id }) => !closed.includes(id))
        .map((state) => (
          <ExportCard key={state.id} state={state} onClose={() => setClosed((before) => [...before, state.id])} />
        ))}
    </section>
  );
};

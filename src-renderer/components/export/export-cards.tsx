import { Check, LoaderCircle, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, Heading } from 'react-aria-components';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { lendFocus, type LentFocus } from '#ui/controls/lent-focus.ts';
import { DialogFrame } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { fetchDownload } from '../fetch-download.ts';
import { useExportArgs, useStartExport } from './use-start-export.ts';
import '#ui/messages/toast.css';
import './export-cards.css';

const ExportFailed = ({ state, onClose }: { readonly state: ExportState; readonly onClose: () => void }) => {
  const { start, busy, error } = useStartExport(onClose);
  const args = useExportArgs(state.id);
  const problem = error ?? state.problem;
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog" role="alertdialog">
        <Heading slot="title">The export failed</Heading>
        <div className="dialog-text">
          <p>
            The file <bdi>{state.fileName}</bdi> wasn't saved.
          </p>
          {problem ? <ErrorBlock error={problem} busy={busy} onRetry={args ? () => start(args) : undefined} /> : null}
        </div>
        <div className="dialog-actions">
          <Button onPress={onClose}>Close</Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};

const rowsOf = ({ rows, total }: ExportState): string =>
  total === null || rows >= total ? countText(rows) : `${countText(rows)} of ${countText(total)}`;

const rowsWord = ({ resource, rows }: Pick<ExportState, 'resource' | 'rows'>): string => {
  const one = resource === 'report' ? 'item' : 'row';
  return rows === 1 ? one : `${one}s`;
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

/** Maximum IDs shown in the card. Copying includes all IDs. */
const maxNamed = 3;

const MissingRows = ({ ids, of }: { readonly ids: readonly string[]; readonly of: number }) => (
  <span className="export-missing">
    {missingText(ids, of)}{' '}
    <button
      type="button"
      className="export-action"
      onClick={() => copyText(ids.join('\n'), ids.length === 1 ? 'the ID' : `the ${countText(ids.length)} IDs`)}
    >
      {ids.length === 1 ? 'Copy the ID' : 'Copy the IDs'}
    </button>
  </span>
);

const missingText = (ids: readonly string[], of: number): string => {
  const names = ids.slice(0, maxNamed).map(shortIdText).join(', ');
  const more = ids.length > maxNamed ? ', …' : '';
  return `${countText(ids.length)} of ${countText(of)} selected rows ${ids.length === 1 ? "isn't" : "aren't"} in the file, because the console no longer has ${ids.length === 1 ? 'this row' : 'these rows'}: ${names}${more}.`;
};

interface ExportCardProps {
  readonly state: ExportState;
  readonly onClose: () => void;
  /** Called when the card unmounts, to return the focus. */
  readonly onLeave: () => void;
}

const ExportCard = ({ state, onClose, onLeave }: ExportCardProps) => {
  const { api } = useConsole();
  useDownload(state);
  const { id, phase, path, fileName, missing } = state;
  const showFailure = (thrown: unknown): void => showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');
  const cancel = (): void => {
    onLeave();
    void api.exports.cancel({ id }).catch(showFailure);
  };
  const close = (): void => {
    onLeave();
    onClose();
  };
  const reveal = (): void =>
    void api.exports
      .reveal({ id })
      .then(({ shown }) => (shown ? undefined : showToast(`File: ${path ?? fileName}`, 'note')))
      .catch(showFailure);
  if (phase === 'cancelled') return null;
  if (phase === 'failed') return <ExportFailed state={state} onClose={onClose} />;
  if (phase === 'done') {
    return (
      <div className="toast row export-card">
        <Check size={16} aria-hidden="true" />
        <span className="text-anywhere grow">
          Exported <span className="number">{countText(state.rows)}</span> {rowsWord(state)} to <bdi>{fileName}</bdi>
          {missing.length === 0 ? null : <MissingRows ids={missing} of={state.rows + missing.length} />}
        </span>
        {path === null ? null : (
          <button type="button" className="export-action" onClick={reveal}>
            Reveal in folder
          </button>
        )}
        <button type="button" className="export-action" aria-label="Close" onClick={close}>
          <X size={14} aria-hidden="true" />
        </button>
      </div>
    );
  }
  return (
    <div className="toast row export-card">
      <LoaderCircle size={16} className="turning" aria-hidden="true" />
      <span className="text-anywhere grow">
        {phase === 'loading' ? 'Loading' : 'Exporting'} <span className="number">{rowsOf(state)}</span>{' '}
        {rowsWord({ ...state, rows: 2 })}
      </span>
      <button type="button" className="export-action" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
};

export const ExportCards = ({ exports }: { readonly exports: readonly ExportState[] }) => {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const region = useRef<HTMLElement>(null);
  const currentLoan = useRef<LentFocus>(null);
  useEffect(() => {
    if (!region.current) return;
    const focusLoan = lendFocus(region.current);
    currentLoan.current = focusLoan;
    return focusLoan.forget;
  }, []);
  return (
    <section ref={region} className="export-region" aria-label="Exports">
      {exports
        .filter(({ id }) => !closed.includes(id))
        .map((state) => (
          <ExportCard
            key={state.id}
            state={state}
            onClose={() => setClosed((before) => [...before, state.id])}
            onLeave={() => currentLoan.current?.giveBack()}
          />
        ))}
      <output className="visually-hidden">{endText(exports[0])}</output>
    </section>
  );
};

/** Announces only the end of an export, because progress announcements would interrupt all other announcements. */
const endText = (latest: ExportState | undefined): string =>
  latest?.phase === 'done'
    ? [
        `Exported ${countText(latest.rows)} ${rowsWord(latest)}.`,
        ...(latest.missing.length > 0 ? [missingText(latest.missing, latest.rows + latest.missing.length)] : []),
      ].join(' ')
    : '';

import { Check, LoaderCircle, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { countText } from '#ui/values/number-text.ts';
import { lendFocus, type LentFocus } from '#ui/controls/lent-focus.ts';
import { showToast } from '#ui/messages/toast-store.ts';
import { ExportFailed } from './export-failed.tsx';
import { argsOfExport } from './started-exports.ts';
import '#ui/messages/toast.css';
import './export-cards.css';

const rowsOf = ({ rows, total }: ExportState): string =>
  total === null || rows >= total ? countText(rows) : `${countText(rows)} of ${countText(total)}`;

const rowsWord = (rows: number): string => (rows === 1 ? 'row' : 'rows');

/** Fetches a file as the browser does, once it is there and only in the window that asked for it. */
const useDownload = ({ id, download, fileName }: ExportState): void => {
  const fetched = useRef(false);
  useEffect(() => {
    if (download === null || fetched.current || !argsOfExport(id)) return;
    fetched.current = true;
    const link = document.createElement('a');
    link.href = download;
    link.download = fileName;
    link.click();
  }, [id, download, fileName]);
};

interface ExportCardProps {
  readonly state: ExportState;
  readonly onClose: () => void;
  /** The card goes away: the focus goes back to where it came from. */
  readonly onLeave: () => void;
}

const ExportCard = ({ state, onClose, onLeave }: ExportCardProps) => {
  const { api } = useConsole();
  useDownload(state);
  const { id, phase, path, fileName } = state;
  const say = (thrown: unknown): void => showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');
  const cancel = (): void => {
    onLeave();
    void api.exports.cancel({ id }).catch(say);
  };
  const close = (): void => {
    onLeave();
    onClose();
  };
  const reveal = (): void =>
    void api.exports
      .reveal({ id })
      .then(({ shown }) => (shown ? undefined : showToast(`The file is ${path ?? fileName}`, 'note')))
      .catch(say);
  if (phase === 'cancelled') return null;
  if (phase === 'failed') return <ExportFailed state={state} onClose={onClose} />;
  if (phase === 'done') {
    return (
      <div className="toast export-card">
        <Check size={16} aria-hidden="true" />
        <span className="export-words">
          Exported <span className="number">{countText(state.rows)}</span> {rowsWord(state.rows)} to{' '}
          <bdi>{fileName}</bdi>
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
    <div className="toast export-card">
      <LoaderCircle size={16} className="turning" aria-hidden="true" />
      <span className="export-words">
        {phase === 'loading' ? 'Loading' : 'Exporting'} <span className="number">{rowsOf(state)}</span> rows
      </span>
      <button type="button" className="export-action" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
};

/** Exports that run or have ended, above the toasts; what runs stays until it ends, what ended until it is closed. */
export const ExportCards = ({ exports }: { readonly exports: readonly ExportState[] }) => {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const region = useRef<HTMLElement>(null);
  const lent = useRef<LentFocus>(null);
  useEffect(() => {
    if (!region.current) return;
    const lending = lendFocus(region.current);
    lent.current = lending;
    return lending.forget;
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
            onLeave={() => lent.current?.giveBack()}
          />
        ))}
      <output className="visually-hidden">{saidOf(exports[0])}</output>
    </section>
  );
};

/** Only how an export ends: its steps would drown everything else. */
const saidOf = (latest: ExportState | undefined): string =>
  latest?.phase === 'done' ? `Exported ${countText(latest.rows)} ${rowsWord(latest.rows)}.` : '';

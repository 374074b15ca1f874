import type { AppError } from '#shared/app-error.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { SaveTarget } from '../ports/save-file.ts';

export type ExportEvent =
  | { readonly kind: 'rowsLoaded'; readonly rows: number; readonly total: number | null }
  | { readonly kind: 'writingStarted'; readonly total: number | null }
  | { readonly kind: 'rowsWritten'; readonly written: ExportedFile }
  | {
      readonly kind: 'fileCompleted';
      readonly written: ExportedFile;
      readonly missing: readonly string[];
      readonly place: ReturnType<SaveTarget['written']>;
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly problem: AppError };

export const newExport = (started: {
  readonly id: string;
  readonly profileId: string;
  readonly resource: ExportState['resource'];
  readonly phase: 'loading' | 'writing';
  readonly fileName: string;
}): ExportState => ({
  ...started,
  rows: 0,
  total: null,
  bytes: 0,
  path: null,
  download: null,
  problem: null,
  missing: [],
});

export function reduceExport(state: ExportState, event: ExportEvent): ExportState {
  switch (event.kind) {
    case 'rowsLoaded':
      return { ...state, rows: event.rows, total: event.total };
    case 'writingStarted':
      return { ...state, phase: 'writing', rows: 0, total: event.total };
    case 'rowsWritten':
      return { ...state, ...event.written };
    case 'fileCompleted':
      return {
        ...state,
        ...event.written,
        ...event.place,
        phase: 'done',
        // `total` stays the number of selected rows, so that missing rows are visible.
        total: event.written.rows + event.missing.length,
        missing: [...event.missing],
      };
    case 'stopped':
      return { ...state, phase: 'cancelled', problem: null };
    case 'failed':
      return event.problem.code === 'cancelled'
        ? { ...state, phase: 'cancelled', problem: null }
        : { ...state, phase: 'failed', problem: event.problem };
  }
}

export const isInProgress = ({ phase }: ExportState): boolean => phase === 'loading' || phase === 'writing';

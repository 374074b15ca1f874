import { useState, useSyncExternalStore } from 'react';
import type { AppError } from '#shared/app-error.ts';
import type { exportCalls } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import type { ExportArgs } from './export-choice.ts';

type StartArgs = ExportArgs | ArgsOf<typeof exportCalls.startReport>;

/** Exports that this window started, by ID. Only this window fetches their files and can retry them. */
const startedExports = new Map<string, StartArgs>();
const listeners = new Set<() => void>();

const rememberExport = (id: string, args: StartArgs): void => {
  startedExports.set(id, args);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the arguments of an export that this window started. It may finish before its start returns its ID. */
export const useExportArgs = (id: string): StartArgs | undefined =>
  useSyncExternalStore(subscribe, () => startedExports.get(id));

export const useStartExport = (onStarted: () => void) => {
  const { api } = useConsole();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const start = async (args: StartArgs): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const answer = await ('migrationId' in args ? api.exports.startReport(args) : api.exports.start(args));
      if (answer.result === 'started') rememberExport(answer.state.id, args);
      onStarted();
    } catch (thrown) {
      setError(appErrorOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { start: (args: StartArgs) => void start(args), busy, error };
};

import type { exportCalls } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { useConsole } from '../../api/console-api.ts';
import { useAction } from '../../api/use-action.ts';
import type { ExportArgs } from './export-choice.ts';

type StartArgs = ExportArgs | ArgsOf<typeof exportCalls.startReport>;

/** Exports that this window started, by ID. Only this window fetches their files and can retry them. */
const startedExports = createStore<ReadonlyMap<string, StartArgs>>(new Map());

/** Returns the arguments of an export that this window started. Undefined until the start has returned the ID. */
export const useExportArgs = (id: string): StartArgs | undefined => useStore(startedExports).get(id);

export const useStartExport = (onStarted: () => void) => {
  const { api } = useConsole();
  const { run, busy, error } = useAction(async (_signal, args: StartArgs) => {
    const answer = await ('migrationId' in args ? api.exports.startReport(args) : api.exports.start(args));
    if (answer.result === 'started') startedExports.set(new Map([...startedExports.get(), [answer.state.id, args]]));
    onStarted();
  });
  return { start: (args: StartArgs) => void run(args), busy, error };
};

import { describeAppError } from '#shared/app-error-text.ts';
import { maxHandledPerCall } from '#shared/list-limits.ts';
import { countText } from '#ui/values/number-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { showFailure } from '../messages/show-failure.ts';

type HandledMigrations = readonly { readonly id: string; readonly status: string }[];

const splitIntoCalls = <One>(all: readonly One[]): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / maxHandledPerCall) }, (_part, at) =>
    all.slice(at * maxHandledPerCall, (at + 1) * maxHandledPerCall),
  );

export const useHandled = () => {
  const { api } = useConsole();
  const reopen = async (ids: readonly string[]) => {
    try {
      for (const batch of splitIntoCalls(ids)) await api.triage.reopen({ ids: [...batch] });
      showToast('Marked unhandled', 'done');
    } catch (thrown) {
      showFailure(thrown);
    }
  };
  const handle = async (migrations: HandledMigrations) => {
    const ids: string[] = [];
    const words = (): string => (ids.length === 1 ? 'Handled' : `${countText(ids.length)} handled`);
    const undo = { label: 'Undo', run: () => void reopen(ids) };
    try {
      const marked = migrations.map(({ id, status }) => ({ id, status }));
      for (const batch of splitIntoCalls(marked))
        ids.push(...(await api.triage.handle({ migrations: [...batch] })).ids);
      if (ids.length === 0) showToast('Already handled', 'done');
      else showToast(words(), 'done', undo);
    } catch (thrown) {
      // Earlier calls may have marked some migrations.
      if (ids.length === 0) showFailure(thrown);
      else
        showToast(
          `${words()}. The other migrations couldn't be marked: ${describeAppError(appErrorOf(thrown)).title}`,
          'note',
          undo,
        );
    }
  };
  return { handle, reopen };
};

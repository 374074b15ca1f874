import { describeAppError } from '#shared/app-error-text.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';

export interface LoadActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly topUp: () => void;
}

const showFailure = (thrown: unknown): void => showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');

export const useLoadActions = (resource: Resource): LoadActions => {
  const { loaded } = useConsole().api;
  return {
    pause: () => void loaded.pause({ resource }).catch(showFailure),
    resume: () => void loaded.resume({ resource }).catch(showFailure),
    cancel: () => void loaded.cancel({ resource }).catch(showFailure),
    topUp: () => void loaded.topUp({ resource }).catch(showFailure),
  };
};

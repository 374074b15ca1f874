import type { Resource } from '#shared/migration-api/fields.ts';
import { useConsole } from '../../api/console-api.ts';
import { showFailure } from '../messages/show-failure.ts';

export interface LoadActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly topUp: () => void;
}

export const useLoadActions = (resource: Resource): LoadActions => {
  const { loaded } = useConsole().api;
  return {
    pause: () => void loaded.pause({ resource }).catch(showFailure),
    resume: () => void loaded.resume({ resource }).catch(showFailure),
    cancel: () => void loaded.cancel({ resource }).catch(showFailure),
    topUp: () => void loaded.topUp({ resource }).catch(showFailure),
  };
};

import type { Resource } from '#shared/migration-api/fields.ts';
import { useConsole } from '../../api/console-api.ts';
import { showFailure } from '../messages/show-failure.ts';

export const useLoadActions = (resource: Resource) => {
  const { loaded } = useConsole().api;
  return {
    pause: () => void loaded.pause({ resource }).catch(showFailure),
    resume: () => void loaded.resume({ resource }).catch(showFailure),
    cancel: () => void loaded.cancel({ resource }).catch(showFailure),
    topUp: () => void loaded.topUp({ resource }).catch(showFailure),
  };
};
export type LoadActions = ReturnType<typeof useLoadActions>;

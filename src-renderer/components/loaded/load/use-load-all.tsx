import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { useConsole } from '../../../api/console-context.tsx';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../../api/console-call-error.ts';
import { showToast } from '#ui/messages/toast-store.ts';

const LoadQuestion = lazy(() =>
  import('./load-question.tsx').then(({ LoadQuestion: Dialog }) => ({ default: Dialog })),
);

export interface LoadAll {
  /** Loads everything, or asks first; with rows that are loaded or on their way it only shows them. */
  readonly press: () => void;
  readonly busy: boolean;
  /** Why it could not begin. */
  readonly error: AppError | null;
  /** The question, while it is open. */
  readonly dialog: ReactNode;
}

/**
 * Loads all rows of a resource, after a question where it would take many requests; then calls `onShow`.
 * @param place names what shows why it could not begin; null where nothing does, and a toast says it
 */
export const useLoadAll = (resource: LoadedResource, onShow: () => void, place: string | null = null): LoadAll => {
  const { api } = useConsole();
  const [busy, setBusy] = useState(false);
  const [plan, setPlan] = useState<LoadPlan | null>(null);
  const [failed, setFailed] = useState<{ readonly place: string | null; readonly error: AppError } | null>(null);

  const start = async (confirmed: boolean): Promise<void> => {
    setBusy(true);
    try {
      const { phase, rows } = await api.loaded.state({ resource });
      const isThere = phase !== 'none' && phase !== 'failed' && (phase !== 'cancelled' || rows > 0);
      if (isThere) return onShow();
      const answer = await api.loaded.start({ resource, confirmed });
      setPlan(answer.started ? null : answer.plan);
      setFailed(null);
      if (answer.started) onShow();
    } catch (thrown) {
      const problem = appErrorOf(thrown);
      setFailed({ place, error: problem });
      if (place === null) showToast(`${describeAppError(problem).title}.`, 'note');
    } finally {
      setBusy(false);
    }
  };

  return {
    press: () => void start(false),
    busy,
    error: failed?.place === place ? failed.error : null,
    dialog: plan ? (
      <Suspense>
        <LoadQuestion
          resource={resource}
          plan={plan}
          busy={busy}
          onConfirm={() => void start(true)}
          onClose={() => setPlan(null)}
        />
      </Suspense>
    ) : null,
  };
};

import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { useConsole } from '../../api/console-context.tsx';
import { describeAppError } from '#shared/app-error-text.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { showToast } from '../toast-store.ts';

const LoadQuestion = lazy(() =>
  import('./load-question.tsx').then(({ LoadQuestion: Dialog }) => ({ default: Dialog })),
);

export interface LoadAll {
  /** Loads everything, or asks first; with rows that are loaded or on their way it only shows them. */
  readonly press: () => void;
  readonly busy: boolean;
  /** The question, while it is open. */
  readonly dialog: ReactNode;
}

/** Loads all rows of a resource, after a question where it would take many requests; then calls `onShow`. */
export const useLoadAll = (resource: LoadedResource, onShow: () => void): LoadAll => {
  const { api } = useConsole();
  const [busy, setBusy] = useState(false);
  const [plan, setPlan] = useState<LoadPlan | null>(null);

  const start = async (confirmed: boolean): Promise<void> => {
    setBusy(true);
    try {
      const { phase, rows } = await api.loaded.state({ resource });
      const isThere = phase !== 'none' && phase !== 'failed' && (phase !== 'cancelled' || rows > 0);
      if (isThere) return onShow();
      const answer = await api.loaded.start({ resource, confirmed });
      setPlan(answer.started ? null : answer.plan);
      if (answer.started) onShow();
    } catch (thrown) {
      showToast(`${describeAppError(appErrorOf(thrown)).title}.`, 'note');
    } finally {
      setBusy(false);
    }
  };

  return {
    press: () => void start(false),
    busy,
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

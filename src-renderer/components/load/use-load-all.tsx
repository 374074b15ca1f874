import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import type { LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Button } from '#ui/controls/button.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { consoleKeys, keyName } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';

const LoadQuestion = lazy(() =>
  import('./load-question.tsx').then(({ LoadQuestion: Dialog }) => ({ default: Dialog })),
);

export interface LoadAll {
  readonly press: () => void;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly dialog: ReactNode;
}

/**
 * Loads all rows of a resource, after confirmation if it needs many requests, then calls `onShow`.
 * @param place shows start errors; null to use a toast
 */
export const useLoadAll = (resource: Resource, onShow: () => void, place: string | null = null): LoadAll => {
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

interface LoadAllButtonProps {
  readonly resource: Resource;
  readonly total: number | null;
  /** `link` inline, `primary` in a message block. */
  readonly look: 'link' | 'primary';
  readonly onShow: () => void;
}

export const loadAllLabel = (total: number | null): string => (total ? `Load all ${countText(total)}` : 'Load all');

/** "Load all 1,284": switches from one page to all rows. */
export const LoadAllButton = ({ resource, total, look, onShow }: LoadAllButtonProps) => {
  const { press, busy, dialog } = useLoadAll(resource, onShow);
  const label = loadAllLabel(total);
  const shortcut = keyName(consoleKeys.loadAll);
  // The same button may appear in a message block.
  const isLink = look === 'link';
  useShortcuts(isLink ? { [consoleKeys.loadAll]: press } : {});
  usePaletteEntries('Actions', () =>
    isLink ? [{ id: 'load-all', label, note: resource, icon: Download, keys: [shortcut], run: press }] : [],
  );
  return (
    <>
      {look === 'primary' ? (
        <Button variant="primary" busy={busy} onPress={press}>
          {label}
        </Button>
      ) : (
        <button type="button" className="link-button number" onClick={press} {...tip(label, { shortcut })}>
          {label}
        </button>
      )}
      {dialog}
    </>
  );
};

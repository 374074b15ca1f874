import { CloudDownload } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { maxQuietRows } from '#shared/list-limits.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { Button } from '#ui/controls/controls.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useLoadPlan } from '../../api/loaded.ts';
import { planText } from '../load/load-text.ts';
import { type LoadAll, loadAllLabel } from '../load/use-load-all.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';

interface OfferLoadProps {
  readonly resource: Resource;
  /** Why no rows are loaded although a load was started. Null if none was started. */
  readonly evicted: AppError | null;
  readonly loadAll: LoadAll;
  readonly purpose: string;
  readonly onPages?: () => void;
  readonly skeleton: ReactNode;
}

export const OfferLoad = ({ resource, evicted, loadAll, purpose, onPages, skeleton }: OfferLoadProps) => {
  const { press, load, busy } = loadAll;
  const { data: plan, error, isFetching, refetch } = useLoadPlan(resource);
  const isQuiet = evicted === null && (plan?.rows ?? Number.POSITIVE_INFINITY) <= maxQuietRows;
  const loadQuietly = useEffectEvent(load);
  useEffect(() => {
    if (isQuiet) loadQuietly();
  }, [isQuiet]);
  if (error && !plan) {
    return <ErrorBlock error={appErrorOf(error)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!plan || isQuiet) return skeleton;
  const allRowsText = plan.rows === null ? `all ${resource}` : `all ${countText(plan.rows)} ${resource}`;
  const { title, text } = evicted
    ? describeAppError(evicted)
    : {
        title: `Load ${allRowsText} ${purpose}`,
        text: `This takes ${planText(plan)} and changes no data. You can stop it at any time.`,
      };
  return (
    <MessageBlock
      icon={CloudDownload}
      title={title}
      actions={
        <>
          <Button variant="primary" busy={busy} onPress={press}>
            {loadAllLabel(plan.rows)}
          </Button>
          {onPages ? <Button onPress={onPages}>Show pages</Button> : null}
        </>
      }
    >
      {text}
    </MessageBlock>
  );
};

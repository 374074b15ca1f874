import { useState } from 'react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countText } from '#ui/values/number-text.ts';
import { fullText } from '#ui/values/time-text.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { useReadAgain } from './use-webhooks.ts';
import { changeErrorText } from './webhook-errors.ts';
import './replay-failed.css';

const hourMs = 3_600_000;
const spans = [
  { value: 'hour', label: 'Last hour', ms: hourMs },
  { value: 'day', label: '24 hours', ms: 24 * hourMs },
  { value: 'week', label: '7 days', ms: 7 * 24 * hourMs },
  { value: 'month', label: '30 days', ms: 30 * 24 * hourMs },
] as const;

/** A service takes a part of many at a time; each call takes what the one before has left. */
const maxCalls = 1_000;

interface ReplayFailedProps {
  readonly endpoint: Pick<EndpointView, 'id' | 'url'>;
  /** How far the service's clock is ahead, in ms: it compares requested times with its own. */
  readonly aheadMs: number;
  readonly onClose: () => void;
}

/** Replays failed deliveries since a time, after confirmation. Closing it stops after the current batch. */
export const ReplayFailed = ({ endpoint: { id, url }, aheadMs, onClose }: ReplayFailedProps) => {
  const { api } = useConsole();
  const isProduction = useConsoleState()?.profile.environment === 'production';
  const readAgain = useReadAgain();
  const [opened] = useState(() => Date.now() + aheadMs);
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('day');
  const [done, setDone] = useState(0);
  const since = new Date(opened - (spans.find(({ value }) => value === span)?.ms ?? 0));
  const { run, busy, error } = useAction(async (signal) => {
    let total = 0;
    try {
      for (let calls = 0; calls < maxCalls && !signal.aborted; calls += 1) {
        const request = { endpoint: id, since: since.toISOString(), confirmed: true };
        const { replayed } = await api.webhooks.replayFailed(request);
        total += replayed;
        setDone(total);
        if (replayed === 0) break;
      }
    } finally {
      // Also without a response: some may have been replayed.
      void readAgain();
    }
    // Something else may lie over the page by now.
    if (signal.aborted) return;
    showToast(total === 0 ? 'Nothing failed since then' : `${countText(total)} queued again`, 'done');
    onClose();
  });
  return (
    <ConfirmDialog
      title="Replay failed deliveries?"
      confirm="Replay"
      busy={busy}
      tag={isProduction ? <EnvironmentTag environment="production" /> : null}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        Every delivery to <span className="mono">{url}</span> that failed since then is sent again, with the same IDs
        and bytes.
      </p>
      <div className="replay-since">
        <Segments label="Failed within" segments={spans} value={span} disabled={busy} onChange={setSpan} />
        <p className="number">{busy ? `${countText(done)} so far` : `since ${fullText(since)}`}</p>
      </div>
      <DialogProblem text={error && changeErrorText(error)} />
    </ConfirmDialog>
  );
};

import { useState } from 'react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Segments } from '../controls/segments.tsx';
import { ConfirmDialog, DialogProblem } from '../dialogs/dialogs.tsx';
import { showToast } from '../messages/toast.tsx';
import { countText } from '../values/number-text.ts';
import { fullText } from '../values/times.tsx';
import { useAction } from '../state/use-action.ts';
import { useWebhooksPort } from './webhooks-port.ts';
import './deliveries.css';

const hourMs = 3_600_000;
const spans = [
  { value: 'hour', label: 'Last hour', ms: hourMs },
  { value: 'day', label: '24 hours', ms: 24 * hourMs },
  { value: 'week', label: '7 days', ms: 7 * 24 * hourMs },
  { value: 'month', label: '30 days', ms: 30 * 24 * hourMs },
] as const;

/** Maximum calls per click. Each call replays one batch. */
const maxCalls = 1_000;

interface ReplayFailedProps {
  readonly endpoint: Pick<EndpointView, 'id' | 'url'>;
  readonly aheadMs: number;
  readonly onClose: () => void;
}

/**
 * Replays, in batches, the deliveries that failed within the chosen period. Closing the dialog stops replaying after
 * the current batch.
 */
export const ReplayFailed = ({ endpoint: { id, url }, aheadMs, onClose }: ReplayFailedProps) => {
  const { replayFailed, readAgain, faultOf, tag } = useWebhooksPort();
  const [opened] = useState(() => Date.now() + aheadMs);
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('day');
  const [done, setDone] = useState(0);
  const since = new Date(opened - (spans.find(({ value }) => value === span)?.ms ?? 0));
  const { run, busy, error } = useAction(async (signal) => {
    let total = 0;
    try {
      for (let calls = 0; calls < maxCalls && !signal.aborted; calls += 1) {
        const { replayed } = await replayFailed(id, since.toISOString());
        total += replayed;
        setDone(total);
        if (replayed === 0) break;
      }
    } finally {
      // Also refetches after a failure, because the service may have replayed some deliveries.
      void readAgain();
    }
    // After an abort, another dialog may already be open.
    if (signal.aborted) return;
    showToast(
      total === 0 ? 'No failed deliveries in this period' : `Deliveries queued again: ${countText(total)}`,
      'done',
    );
    onClose();
  }, faultOf);
  return (
    <ConfirmDialog
      title="Replay failed deliveries?"
      confirm="Replay"
      busy={busy}
      tag={tag}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        The service resends each delivery to <span className="mono">{url}</span> that failed in this period, with the
        same IDs and bytes.
      </p>
      <div className="replay-since stack">
        <Segments label="Failed within" segments={spans} value={span} disabled={busy} onChange={setSpan} />
        <p className="number">{busy ? `${countText(done)} queued so far` : `since ${fullText(since)}`}</p>
      </div>
      <DialogProblem text={error && error.text} />
    </ConfirmDialog>
  );
};

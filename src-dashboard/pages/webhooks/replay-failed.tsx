import { useState } from 'react';
import { Segments } from '#ui/controls/segments.tsx';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countText } from '#ui/values/number-text.ts';
import { environmentOf, useChange, usePlace } from '../../api/session.ts';
import { addressText, type Endpoint } from './webhook-words.ts';

const hourMs = 3_600_000;
const spans = [
  { value: 'hour', label: 'Last hour', ms: hourMs },
  { value: 'day', label: '24 hours', ms: 24 * hourMs },
  { value: 'month', label: '30 days', ms: 30 * 24 * hourMs },
] as const;
type Span = (typeof spans)[number]['value'];

/** Delivers again what failed since a time. The service takes a part of many at a time; the rest is for another press. */
export const ReplayFailed = ({
  endpoint: { id, url },
  clockAhead,
  onClose,
}: {
  readonly endpoint: Endpoint;
  /** How far the service's clock is ahead of this device's, in ms. */
  readonly clockAhead: number;
  readonly onClose: () => void;
}) => {
  const { organization } = usePlace();
  const { send, isInProgress, problem } = useChange('replayFailed', organization);
  const [span, setSpan] = useState<Span>('day');
  const replay = (): void => {
    const ms = spans.find(({ value }) => value === span)?.ms ?? 0;
    const since = new Date(Date.now() + clockAhead - ms).toISOString();
    void send({ params: { endpoint: id }, body: { since } }, ({ replayed }) => {
      onClose();
      showToast(replayed === 0 ? 'Nothing failed since then' : `${countText(replayed)} queued again`, 'done');
    });
  };
  return (
    <ConfirmDialog
      title="Replay failed deliveries?"
      confirm="Replay"
      tag={<EnvironmentTag environment={environmentOf(organization)} />}
      busy={isInProgress}
      onConfirm={replay}
      onClose={onClose}
    >
      <p>
        Every delivery to <span className="mono">{addressText(url)}</span> that failed since then is sent again, with
        the same IDs and bytes.
      </p>
      <div className="replay-since">
        <Segments label="Failed within" segments={spans} value={span} disabled={isInProgress} onChange={setSpan} />
      </div>
      <DialogProblem text={problem} />
    </ConfirmDialog>
  );
};

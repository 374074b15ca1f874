import { ArrowRight, CircleCheck, CircleX, Hourglass, Send } from 'lucide-react';
import type { DeliveryView } from '#shared/console-contract/webhooks-calls.ts';
import { testEventType } from '#shared/webhooks-api/event-types.ts';
import { statusStyleOf } from '../status/status-style.ts';

export const deliveryStyles = {
  pending: { icon: Hourglass, word: 'Waiting', tone: 'tone-partial' },
  delivered: { icon: CircleCheck, word: 'Delivered', tone: 'tone-good' },
  failed: { icon: CircleX, word: 'Failed', tone: 'tone-bad' },
} as const;

export const stateWord = ({ state, attempts }: DeliveryView): string =>
  state === 'pending' && attempts.length > 0 ? 'Retrying' : deliveryStyles[state].word;

const Status = ({ status, isNew }: { readonly status: string; readonly isNew: boolean }) => {
  const { label, icon: Icon, tone } = statusStyleOf(status);
  return (
    <span
      className={`delivery-status row gap-6 shrink ${isNew ? 'delivery-status-new text-main text-medium' : 'muted'}`}
    >
      <Icon size={14} className={tone === 'neutral' ? 'tone-neutral' : `tone-${tone}`} aria-hidden="true" />
      <span className="truncate">{label}</span>
    </span>
  );
};

export const Change = ({ event: { type, status, previous_status: before } }: DeliveryView) => {
  if (status === null) {
    return (
      <span className="delivery-status row gap-6 shrink muted">
        <Send size={14} className="tone-neutral" aria-hidden="true" />
        {type === testEventType ? 'Test event' : <span className="mono truncate">{type}</span>}
      </span>
    );
  }
  return (
    <span className="delivery-change row gap-6 shrink">
      {before === null ? <span className="text-partial">New</span> : <Status status={before} isNew={false} />}
      <ArrowRight size={12} className="text-partial" aria-hidden="true" />
      <span className="visually-hidden">to</span>
      <Status status={status} isNew />
    </span>
  );
};

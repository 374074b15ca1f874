import { useNow } from '#ui/values/times.tsx';
import { countdownOf } from '#ui/values/countdown.tsx';
import { clockText, dateOf, durationText, fullText } from '#ui/values/times.tsx';
import { ArrowRight, Send } from 'lucide-react';
import type { ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { testEventType } from '#shared/webhooks-api/event-types.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { StatusText } from '../../../components/migration/status.tsx';
import './event-line.css';
import { Ring } from '#ui/values/ring.tsx';

interface NextTryProps {
  readonly from: string;
  readonly at: string;
  readonly shows: 'ring' | 'text';
}

export const NextTry = ({ from, at, shows }: NextTryProps) => {
  const now = useNow(1_000).getTime();
  const [startMs, endMs] = [dateOf(from)?.getTime() ?? now, dateOf(at)?.getTime() ?? now];
  const { share, text } = countdownOf(Math.max(0, now - startMs), Math.max(1, endMs - startMs), null);
  return (
    <span className="listen-next gap-8 text-partial text-strong">
      {shows === 'ring' ? <Ring size={20} radius={8.5} share={share} /> : null}
      <span className="visually-hidden">next retry: </span>
      {text === '' ? 'now' : text}
    </span>
  );
};

const replyOf = ({
  state,
  last,
}: ListenedEvent): { readonly text: string; readonly tone: 'good' | 'bad' | 'waits' | 'none' } => {
  if (state === 'shown') return { text: 'not forwarded', tone: 'none' };
  if (last === null) return { text: 'waits', tone: 'waits' };
  const message = last.status === null ? 'no response' : String(last.status);
  if (state === 'delivered') return { text: message, tone: 'good' };
  return { text: state === 'failed' ? `${message}, failed` : message, tone: 'bad' };
};

const Reply = ({ event }: { readonly event: ListenedEvent }) => {
  const { state, tries, last, nextAt } = event;
  const { text, tone } = replyOf(event);
  const isWaiting = state === 'waiting';
  return (
    <span className="listen-reply wrap muted row number" data-tone={tone}>
      <strong>{text}</strong>
      {!isWaiting && tries > 1 ? <span className="text-small">attempt {tries}</span> : null}
      {isWaiting && last !== null && nextAt !== null ? <NextTry from={last.at} at={nextAt} shows="ring" /> : null}
      {last === null || isWaiting ? null : <span className="listen-took">{durationText(last.durationMs)}</span>}
    </span>
  );
};

export const LineHeads = () => (
  <li className="listen-heads" aria-hidden="true">
    <span>Time</span>
    <span>Migration</span>
    <span>Change</span>
    <span className="text-right">Response</span>
  </li>
);

export const nameOf = ({ type }: ListenedEvent): string =>
  type === testEventType ? 'No migration' : (type ?? 'Unknown event');

interface EventLineProps {
  readonly event: ListenedEvent;
  readonly company: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
}

export const EventLine = ({ event, company, isOpen, onOpen }: EventLineProps) => {
  const { id, migrationId, previousStatus, status, receivedAt } = event;
  const at = dateOf(receivedAt);
  return (
    <li>
      <button type="button" className="listen-line inset-focus" aria-pressed={isOpen} onClick={() => onOpen(id)}>
        <span className="hint mono" {...(at ? tip(fullText(at)) : undefined)}>
          {at ? clockText(at) : ''}
        </span>
        <span className="truncate">{company ?? (migrationId === null ? nameOf(event) : shortIdText(migrationId))}</span>
        <span className="gap-8 shrink row muted">
          {event.type === testEventType ? (
            <>
              <Send size={14} className="faint" aria-hidden="true" />
              <span className="listen-tag">Test event</span>
            </>
          ) : null}
          {previousStatus === null ? null : (
            <>
              <StatusText status={previousStatus} />
              <ArrowRight size={12} className="faint" aria-label="to" />
            </>
          )}
          <strong className="shrink text-main text-medium">
            {status === null ? null : <StatusText status={status} />}
          </strong>
        </span>
        <Reply event={event} />
      </button>
    </li>
  );
};

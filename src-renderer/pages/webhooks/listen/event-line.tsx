import { ArrowRight, Send } from 'lucide-react';
import type { ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { testEventType } from '#shared/webhooks-api/event-types.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { clockText, dateOf, durationText, fullText } from '#ui/values/time-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { StatusText } from '../../../components/migration/status.tsx';

/** What became of an event, in a few words, and how that looks. */
const replyOf = (
  { state, last, tries, nextAt }: ListenedEvent,
  now: Date,
): { readonly text: string; readonly tone: 'good' | 'bad' | 'waits' | 'none' } => {
  const again = tries > 1 ? `, try ${tries}` : '';
  if (state === 'shown') return { text: 'not forwarded', tone: 'none' };
  if (state === 'delivered') return { text: `${last?.status ?? ''}${again}`, tone: 'good' };
  const said = last === null || last.status === null ? 'no answer' : String(last.status);
  if (state === 'failed') return { text: `${said}, failed`, tone: 'bad' };
  if (last === null) return { text: 'waits', tone: 'waits' };
  const at = dateOf(nextAt);
  const soon = at === null ? 'waits' : `again in ${durationText(Math.max(1_000, at.getTime() - now.getTime()))}`;
  return { text: `${said}, ${soon}`, tone: 'waits' };
};

/** What an event is about that tells of no migration. */
const nameOf = ({ type }: ListenedEvent): string => (type === testEventType ? 'No migration' : (type ?? 'An event'));

interface EventLineProps {
  readonly event: ListenedEvent;
  /** Of its company, where it is known. */
  readonly company: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
}

/** One event of the feed: when, what of which migration, and what the receiver said. */
export const EventLine = ({ event, company, isOpen, onOpen }: EventLineProps) => {
  const now = useClock();
  const { id, migrationId, previousStatus, status, receivedAt, last } = event;
  const at = dateOf(receivedAt);
  const reply = replyOf(event, now);
  return (
    <li>
      <button type="button" className="listen-line" aria-pressed={isOpen} onClick={() => onOpen(id)}>
        <span className="listen-time mono" {...(at ? tip(fullText(at)) : undefined)}>
          {at ? clockText(at) : ''}
        </span>
        <span className="truncate">{company ?? (migrationId === null ? nameOf(event) : shortIdText(migrationId))}</span>
        <span className="listen-change">
          {event.type === testEventType ? (
            <>
              <Send size={14} aria-hidden="true" />
              <span className="listen-tag">Test event</span>
            </>
          ) : null}
          {previousStatus === null ? null : (
            <>
              <StatusText status={previousStatus} />
              <ArrowRight size={12} aria-label="to" />
            </>
          )}
          <strong>{status === null ? null : <StatusText status={status} />}</strong>
        </span>
        <span className="listen-reply number" data-tone={reply.tone}>
          <strong>{reply.text}</strong>
          {last === null || event.state === 'waiting' ? null : <span>{durationText(last.durationMs)}</span>}
        </span>
      </button>
    </li>
  );
};

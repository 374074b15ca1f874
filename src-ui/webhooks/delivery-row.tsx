import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeliveryView } from '#shared/console-contract/webhooks-calls.ts';
import { tip } from '../tooltip/tip.ts';
import { ShortId } from '../values/ids.tsx';
import { countText } from '../values/number-text.ts';
import { absoluteText, durationText, fullText, relativeText } from '../values/time-text.ts';
import { Change, deliveryStyles, stateWord } from './delivery-words.tsx';
import { addressText } from './endpoint-words.ts';

const LastReply = ({ delivery, now }: { readonly delivery: DeliveryView; readonly now: Date }) => {
  const last = delivery.attempts.at(-1);
  if (delivery.next_attempt !== null && last) {
    const next = new Date(delivery.next_attempt);
    return (
      <span className="delivery-waits number" {...tip(`Next attempt at ${fullText(next)}`)}>
        next {absoluteText(next, now)}
      </span>
    );
  }
  if (!last) return <span className="delivery-none">—</span>;
  return (
    <span className="number" {...tip(last.error ?? `Responded in ${durationText(last.duration_ms)}`)}>
      <span className="text-medium">{last.status ?? 'No response'}</span>{' '}
      <span className="delivery-duration faint">{durationText(last.duration_ms)}</span>
    </span>
  );
};

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly url: string | undefined;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export const DeliveryRow = ({ delivery, url, now, isOpen, onToggle, children }: DeliveryRowProps) => {
  const { icon: Icon, tone } = deliveryStyles[delivery.state];
  const createdDate = new Date(delivery.created);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the row's first button does the same by keyboard */}
      <tr
        className="data-row delivery-row"
        data-opens
        aria-current={isOpen || undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button')) return;
          if (getSelection()?.isCollapsed === false) return;
          onToggle();
        }}
      >
        <td>
          <button type="button" className="delivery-open row" aria-expanded={isOpen} onClick={onToggle}>
            <ChevronRight size={14} className="delivery-chevron" aria-hidden="true" />
            <Icon size={16} className={tone} aria-hidden="true" />
            {stateWord(delivery)}
          </button>
        </td>
        <td className="delivery-migration">
          {delivery.event.migration === null ? (
            <span className="delivery-none">none</span>
          ) : (
            <ShortId id={delivery.event.migration} />
          )}
        </td>
        <td>
          <Change {...delivery} />
        </td>
        {url === undefined ? null : (
          <td className="delivery-endpoint mono" {...tip(url, { whenCut: true })}>
            {addressText(url)}
          </td>
        )}
        <td className="delivery-tries number">{countText(delivery.attempts.length)}</td>
        <td className="delivery-reply">
          <LastReply delivery={delivery} now={now} />
        </td>
        <td className="delivery-when">
          <time className="number" dateTime={delivery.created} {...tip(fullText(createdDate))}>
            {relativeText(createdDate, now)}
          </time>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={url === undefined ? 6 : 7} className="delivery-cell">
            {children}
          </td>
        </tr>
      ) : null}
    </>
  );
};

import { CircleCheck, CircleX, Clock, Repeat } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryView } from '#shared/console-contract/webhooks-calls.ts';
import { Button, CopyButton } from '../controls/controls.tsx';
import { tip } from '../tooltip/tip.ts';
import { CodeBlock, CodeBox } from '../values/code-block.tsx';
import { byteText } from '../values/number-text.ts';
import { absoluteText, ageText, durationText, fullText } from '../values/times.tsx';
import { useServiceNow } from './service-clock.ts';
import { type BodyRead, useWebhooksPort } from './webhooks-port.ts';

type Attempt = DeliveryView['attempts'][number];

const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

const NextAttempt = ({ at, aheadMs }: { readonly at: string; readonly aheadMs: number }) => {
  const now = useServiceNow(aheadMs, 1_000);
  const date = new Date(at);
  const pause = date.getTime() - now.getTime();
  return (
    <li className="delivery-attempt delivery-next">
      <Clock size={16} className="tone-partial" aria-hidden="true" />
      <span className="number">{pause > 0 ? `Next attempt in ${ageText(pause)}` : 'The next attempt is due'}</span>
      <time className="muted number" dateTime={at} {...tip(fullText(date))}>
        {absoluteText(date, now)}
      </time>
      <span className="text-partial text-right">not yet</span>
    </li>
  );
};

interface AttemptsProps {
  readonly delivery: DeliveryView;
  readonly aheadMs: number;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const Attempts = ({ delivery, aheadMs, chosen, onChoose }: AttemptsProps) => {
  const { attempts, next_attempt: next, state } = delivery;
  const now = useServiceNow(aheadMs, 20_000);
  return (
    <section aria-label="Attempts">
      <h2 className="subtitle">Attempts</h2>
      <ol className="delivery-attempts">
        {attempts.map((attempt, index) => {
          const isGood = isAccepted(attempt);
          const Icon = isGood ? CircleCheck : CircleX;
          const at = new Date(attempt.at);
          return (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <button
                type="button"
                className="delivery-attempt"
                aria-pressed={index === chosen}
                onClick={() => onChoose(index)}
              >
                <Icon size={16} className={isGood ? 'tone-good' : 'tone-bad'} aria-hidden="true" />
                <span className="truncate" {...tip(attempt.error ?? '', { whenCut: true })}>
                  <strong className="number">{attempt.status ?? 'No response'}</strong> {attempt.error}
                </span>
                <time className="muted number" dateTime={attempt.at} {...tip(fullText(at))}>
                  {absoluteText(at, now)}
                </time>
                <span className="text-right number">{durationText(attempt.duration_ms)}</span>
              </button>
            </li>
          );
        })}
        {next === null ? null : <NextAttempt at={next} aheadMs={aheadMs} />}
        {attempts.length === 0 && next === null ? (
          <li className="text-partial">
            {state === 'failed' ? 'Not attempted: the endpoint was disabled' : 'None yet'}
          </li>
        ) : null}
      </ol>
    </section>
  );
};

const Reply = ({ attempt, name }: { readonly attempt: Attempt; readonly name: string }) => (
  <section aria-label="Response">
    <h2 className="subtitle">
      Response <span className="delivery-note">to {name}, first 1 KiB</span>
    </h2>
    {attempt.reply ? (
      <CodeBox className="delivery-code" label="Response body">
        {attempt.reply}
      </CodeBox>
    ) : (
      <p className="text-partial">{attempt.reply === null ? 'No response.' : 'The body is empty.'}</p>
    )}
  </section>
);

const Body = ({ body, problem, onRetry, busy }: BodyRead) => (
  <section aria-label="Body">
    <h2 className="subtitle">
      Body
      {body === undefined ? null : (
        <>
          <span className="delivery-note number">{byteText(new TextEncoder().encode(body).length)}, as sent</span>
          <CopyButton text={body} label="Copy body" />
        </>
      )}
    </h2>
    {body === undefined ? (
      <p className="text-partial">
        {problem ?? 'Loading…'}{' '}
        {onRetry ? (
          <Button size="small" busy={busy} onPress={onRetry}>
            Retry
          </Button>
        ) : null}
      </p>
    ) : (
      <div className="delivery-body">
        <CodeBlock json={body} label="Body" />
      </div>
    )}
  </section>
);

interface DeliveryDetailsProps {
  readonly delivery: DeliveryView;
  readonly url: string | undefined;
  readonly aheadMs: number;
  readonly blocked: string | null;
  readonly onReplay: () => void;
}

export const DeliveryDetails = ({ delivery, url, aheadMs, blocked, onReplay }: DeliveryDetailsProps) => {
  const { id, event, attempts } = delivery;
  const { renderMigration, withBody } = useWebhooksPort();
  const [picked, setPicked] = useState<number | null>(null);
  const chosenIndex = Math.min(picked ?? attempts.length - 1, attempts.length - 1);
  const attempt = attempts[chosenIndex];
  return (
    <div className="delivery-details">
      <div className="delivery-side gap-12 shrink stack">
        <Attempts delivery={delivery} aheadMs={aheadMs} chosen={chosenIndex} onChoose={setPicked} />
        <dl className="delivery-facts">
          {url === undefined ? null : (
            <>
              <dt className="muted">Endpoint</dt>
              <dd className="mono truncate" {...tip(url, { whenCut: true })}>
                {url}
              </dd>
            </>
          )}
          <dt className="muted">webhook-id</dt>
          <dd>
            <span className="mono truncate" {...tip(`${event.id}: the same in every attempt`)}>
              {event.id}
            </span>
            <CopyButton text={event.id} label="Copy webhook-id" />
          </dd>
          {event.migration === null ? null : (
            <>
              <dt className="muted">Migration</dt>
              <dd>{renderMigration(event.migration)}</dd>
            </>
          )}
          {event.sequence === null ? null : (
            <>
              <dt className="muted">Sequence</dt>
              <dd className="number">{event.sequence}</dd>
            </>
          )}
        </dl>
        <div>
          <Button size="small" icon={Repeat} disabledBecause={blocked} onPress={onReplay}>
            Replay now
          </Button>
        </div>
      </div>
      <div className="delivery-side gap-12 shrink stack">
        {attempt ? <Reply attempt={attempt} name={`attempt ${chosenIndex + 1} of ${attempts.length}`} /> : null}
        {withBody(id, Body)}
      </div>
    </div>
  );
};

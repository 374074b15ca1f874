import { CircleCheck, CircleX, Send, ShieldCheck, Timer, X } from 'lucide-react';
import { Fragment } from 'react';
import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { countText } from '#ui/values/number-text.ts';
import { clockText, dateOf, durationText } from '#ui/values/time-text.ts';
import { useListenedEvent } from './use-listener.ts';

const isFine = ({ status }: ListenedAttempt): boolean => status !== null && status >= 200 && status <= 299;

const Attempt = ({ attempt }: { readonly attempt: ListenedAttempt }) => {
  const at = dateOf(attempt.at);
  const Icon = isFine(attempt) ? CircleCheck : CircleX;
  return (
    <li className="listen-attempt" data-tone={isFine(attempt) ? 'good' : 'bad'}>
      <Icon size={16} aria-hidden="true" />
      <span className="listen-attempt-words">
        <span>
          {attempt.status === null ? null : <strong>{attempt.status} </strong>}
          {attempt.error ?? 'Taken'}
        </span>
        {attempt.reply === '' ? null : <code className="listen-begin mono">{attempt.reply}</code>}
      </span>
      <span className="number">{at ? clockText(at) : ''}</span>
      <span className="number">{durationText(attempt.durationMs)}</span>
    </li>
  );
};

/** The three headers of a try that a receiver checks. */
interface Signed {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly at: string;
}

/** The newest try of which the signature is known, as it was sent. */
const signedOf = (id: string, data: { readonly body: string; readonly attempts: readonly ListenedAttempt[] }) => {
  const attempt = data.attempts.find(({ signature }) => signature !== null);
  const at = dateOf(attempt?.at ?? null);
  if (!attempt || attempt.signature === null || at === null) return null;
  const headers = [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1_000))],
    ['webhook-signature', attempt.signature],
  ] as const;
  return { headers, body: data.body, at: attempt.at } satisfies Signed;
};

const headerText = ({ headers }: Signed): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

/** What was sent with a try besides the body, and the way to have it checked. */
const Headers = ({ signed, onCheck }: { readonly signed: Signed; readonly onCheck: () => void }) => (
  <section aria-label="Headers">
    <div className="listen-body-head">
      <h2>Headers</h2>
      <span className="listen-note">of the newest try</span>
      <CopyButton text={headerText(signed)} label="Copy the headers" />
    </div>
    <dl className="listen-facts">
      {signed.headers.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="mono">{value}</dd>
        </Fragment>
      ))}
    </dl>
    <Button size="small" icon={ShieldCheck} onPress={onCheck}>
      Check this signature
    </Button>
  </section>
);

interface EventDetailProps {
  readonly event: ListenedEvent;
  readonly busy: boolean;
  /** Why it cannot be sent again now. */
  readonly cannotSend: string | null;
  readonly onResend: () => void;
  /** Takes what was sent to where signatures are checked. */
  readonly onCheck: (message: { readonly headers: string; readonly body: string; readonly receivedAt: string }) => void;
  readonly onClose: () => void;
}

/** One event: its tries, and the bytes that are sent. */
export const EventDetail = ({ event, busy, cannotSend, onResend, onCheck, onClose }: EventDetailProps) => {
  const { id, state, nextAt, tries, migrationId, last } = event;
  const { data } = useListenedEvent(id, `${state} ${tries} ${last?.at ?? ''}`);
  const next = dateOf(nextAt);
  const signed = data ? signedOf(id, data) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of whatever has the focus inside
    <aside
      className="listen-detail"
      aria-label="Event"
      onKeyDown={({ key, defaultPrevented }) => (key === 'Escape' && !defaultPrevented ? onClose() : undefined)}
    >
      <header className="listen-detail-head">
        <Button variant="primary" icon={Send} busy={busy} disabledBecause={cannotSend} onPress={onResend}>
          Send again
        </Button>
        <IconButton label="Close" icon={X} variant="ghost" onPress={onClose} />
      </header>
      <dl className="listen-facts">
        <dt>webhook-id</dt>
        <dd className="mono">
          {id} <CopyButton text={id} label="Copy webhook-id" />
        </dd>
        {migrationId === null ? null : (
          <>
            <dt>Migration</dt>
            <dd className="mono">
              {migrationId} <CopyButton text={migrationId} label="Copy id" />
            </dd>
          </>
        )}
      </dl>
      <section aria-label="Forwarded">
        <h2>Forwarded</h2>
        {data && data.attempts.length > 0 ? (
          <ul>
            {next === null ? null : (
              <li className="listen-attempt" data-tone="waits">
                <Timer size={16} aria-hidden="true" />
                <span className="listen-attempt-words">Next try</span>
                <span className="number">{clockText(next)}</span>
              </li>
            )}
            {data.attempts.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </ul>
        ) : (
          <p className="listen-note">
            {state === 'shown' ? 'There was no address to send it to.' : 'It was not sent yet.'}
          </p>
        )}
      </section>
      {signed ? (
        <Headers
          signed={signed}
          onCheck={() => onCheck({ headers: headerText(signed), body: signed.body, receivedAt: signed.at })}
        />
      ) : null}
      {data ? (
        <section aria-label="Body">
          <div className="listen-body-head">
            <h2>Body</h2>
            <span className="listen-note number">
              {countText(new TextEncoder().encode(data.body).length)} bytes, as sent without the spaces
            </span>
            <CopyButton text={data.body} label="Copy the body" />
          </div>
          <CodeBlock json={data.body} label="Body" />
        </section>
      ) : null}
    </aside>
  );
};

import { ArrowRight, ChevronDown, ChevronUp, CircleCheck, CircleX, Repeat, ShieldCheck, Timer } from 'lucide-react';
import { Fragment } from 'react';
import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import { Button, CloseButton, CopyButton, IconButton } from '#ui/controls/controls.tsx';
import { CodeBlock } from '#ui/values/code-block.tsx';
import { countText } from '#ui/values/number-text.ts';
import { clockText, dateOf, durationText } from '#ui/values/times.tsx';
import { StatusPill } from '../../../components/migration/status.tsx';
import type { PastedMessage } from '../check/check-tab.tsx';
import { nameOf, NextTry } from './event-line.tsx';
import { useListenedEvent } from './use-listener.ts';
import './event-detail.css';

const isFine = ({ status }: ListenedAttempt): boolean => status !== null && status >= 200 && status <= 299;

const Attempt = ({ attempt }: { readonly attempt: ListenedAttempt }) => {
  const at = dateOf(attempt.at);
  const Icon = isFine(attempt) ? CircleCheck : CircleX;
  return (
    <li className="listen-attempt" data-tone={isFine(attempt) ? 'good' : 'bad'}>
      <Icon size={16} aria-hidden="true" />
      <span className="gap-4 text-anywhere stack grow">
        <span>
          {attempt.status === null ? null : <strong>{attempt.status} </strong>}
          {attempt.error === `Response: ${attempt.status}.` ? 'Refused' : (attempt.error ?? 'Accepted')}
        </span>
        {attempt.reply === '' ? null : <code className="listen-begin sunken mono">{attempt.reply}</code>}
      </span>
      <span className="rigid hint number">{at ? clockText(at) : ''}</span>
      <span className="rigid hint number">{durationText(attempt.durationMs)}</span>
    </li>
  );
};

const signedOf = (id: string, data: { readonly body: string; readonly attempts: readonly ListenedAttempt[] }) => {
  const attempt = data.attempts.find(({ signature }) => signature !== null);
  const at = dateOf(attempt?.at ?? null);
  if (!attempt || attempt.signature === null || at === null) return null;
  const headers = [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1_000))],
    ['webhook-signature', attempt.signature],
  ] as const;
  return { headers, body: data.body, at: attempt.at };
};
type SignatureCheck = NonNullable<ReturnType<typeof signedOf>>;

const headerText = ({ headers }: SignatureCheck): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

interface HeadersProps {
  readonly signed: SignatureCheck;
  readonly checkObstacle: string | null;
  readonly onCheck: () => void;
}

const Headers = ({ signed, checkObstacle, onCheck }: HeadersProps) => (
  <section aria-label="Headers">
    <div className="listen-body-head row">
      <h2 className="subtitle">Headers</h2>
      <span className="note">of the last attempt</span>
      <CopyButton text={headerText(signed)} label="Copy the headers" />
    </div>
    <dl className="listen-facts">
      {signed.headers.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="muted">{name}</dt>
          <dd className="mono">{value}</dd>
        </Fragment>
      ))}
    </dl>
    <Button size="small" icon={ShieldCheck} disabledBecause={checkObstacle} onPress={onCheck}>
      Check this signature
    </Button>
    {checkObstacle === null ? null : <p className="note">{checkObstacle}</p>}
  </section>
);

const Next = ({ event }: { readonly event: ListenedEvent }) => {
  const { nextAt, tries, last } = event;
  const next = dateOf(nextAt);
  if (next === null || nextAt === null || last === null) return null;
  return (
    <li className="listen-attempt" data-tone="waits">
      <Timer size={16} aria-hidden="true" />
      <strong className="gap-4 text-anywhere stack grow">
        Attempt {tries + 1} of {listenerLimits.tries}
      </strong>
      <span className="rigid hint number">{clockText(next)}</span>
      <span className="rigid hint number">
        <NextTry from={last.at} at={nextAt} shows="text" />
      </span>
    </li>
  );
};

interface SubjectProps {
  readonly event: ListenedEvent;
  readonly company: string | null;
  readonly isSent: boolean;
}

const Subject = ({ event, company, isSent }: SubjectProps) => {
  const { id, migrationId, previousStatus, status } = event;
  return (
    <section aria-label="Migration">
      {status === null ? null : (
        <p className="listen-pills wrap gap-8 row faint">
          {previousStatus === null ? null : (
            <>
              <StatusPill status={previousStatus} />
              <ArrowRight size={12} aria-label="to" />
            </>
          )}
          <StatusPill status={status} />
        </p>
      )}
      <h2 className="listen-title">{company ?? (migrationId === null ? nameOf(event) : 'No company yet')}</h2>
      {migrationId === null ? null : (
        <p className="gap-4 hint text-anywhere row mono">
          {migrationId} <CopyButton text={migrationId} label="Copy ID" />
        </p>
      )}
      {isSent ? null : (
        <p className="gap-4 hint text-anywhere row mono">
          {id} <CopyButton text={id} label="Copy webhook-id" />
        </p>
      )}
    </section>
  );
};

const rotatedText =
  "The secret was replaced after this attempt, so the signature can't be checked. Send the event again and check the new attempt.";

interface EventDetailProps {
  readonly event: ListenedEvent;
  readonly company: string | null;
  readonly place: { readonly index: number; readonly count: number };
  readonly onMove: (step: -1 | 1) => void;
  readonly busy: boolean;
  readonly sendObstacle: string | null;
  readonly onResend: () => void;
  readonly onCheck: (message: Omit<PastedMessage, 'otherSecret'>) => void;
  readonly onClose: () => void;
}

export const EventDetail = (props: EventDetailProps) => {
  const { event, company, place, busy, sendObstacle, onMove, onResend, onCheck, onClose } = props;
  const { id, state, tries, last } = event;
  const { data } = useListenedEvent(id, `${state} ${tries} ${last?.at ?? ''}`);
  const signatureCheck = data ? signedOf(id, data) : null;
  // Known before the attempts load, so that the layout doesn't jump.
  const isSigned = last !== null && last.signature !== null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the focused element inside
    <aside
      className="listen-detail"
      aria-label="Event"
      onKeyDown={({ key, defaultPrevented }) => (key === 'Escape' && !defaultPrevented ? onClose() : undefined)}
    >
      <header className="listen-detail-head row">
        <IconButton
          label="Previous event"
          icon={ChevronUp}
          size="small"
          disabledBecause={place.index > 0 ? null : 'No event above'}
          onPress={() => onMove(-1)}
        />
        <IconButton
          label="Next event"
          icon={ChevronDown}
          size="small"
          disabledBecause={place.index < place.count - 1 ? null : 'No event below'}
          onPress={() => onMove(1)}
        />
        <span className="listen-place muted text-nowrap number">
          {countText(place.index + 1)} of {countText(place.count)}
        </span>
        <Button
          variant="primary"
          size="small"
          icon={Repeat}
          busy={busy}
          disabledBecause={sendObstacle}
          onPress={onResend}
        >
          Send again
        </Button>
        <CloseButton label="Close" onPress={onClose} />
      </header>
      <Subject event={event} company={company} isSent={signatureCheck !== null || isSigned} />
      <section aria-label="Forwarded">
        <div className="listen-body-head row">
          <h2 className="subtitle">Forwarded</h2>
          <span className="note">at most {listenerLimits.tries} attempts</span>
        </div>
        {data && data.attempts.length > 0 ? (
          <ol>
            {/* oxlint-disable-next-line unicorn/no-array-reverse -- old Chromium has no `toReversed` */}
            {[...data.attempts].reverse().map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
            <Next event={event} />
          </ol>
        ) : (
          <p className="note">{state === 'shown' ? 'Not forwarded: no address was set.' : 'Not sent yet.'}</p>
        )}
      </section>
      {signatureCheck && data ? (
        <Headers
          signed={signatureCheck}
          checkObstacle={data.secret === null ? rotatedText : null}
          onCheck={() =>
            onCheck({
              headers: headerText(signatureCheck),
              body: signatureCheck.body,
              receivedAt: signatureCheck.at,
              secret: data.secret ?? '',
            })
          }
        />
      ) : null}
      {data ? (
        <section aria-label="Body">
          <div className="listen-body-head row">
            <h2 className="subtitle">Body</h2>
            <span className="note number">
              {countText(new TextEncoder().encode(data.body).length)} bytes, shown with added spaces
            </span>
            <CopyButton text={data.body} label="Copy the body" />
          </div>
          <CodeBlock json={data.body} label="Body" />
        </section>
      ) : null}
    </aside>
  );
};

import { CircleCheck, CircleX, Clock, Repeat } from 'lucide-react';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { absoluteText, ageText, durationText, fullText } from '#ui/values/time-text.ts';
import { useChange, usePlace, useRead } from '../../api/session.ts';
import { ReadStates } from '../../components/read-states.tsx';
import { bodyText, type Delivery } from './webhook-words.ts';

type Attempt = Delivery['attempts'][number];

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

const Try = ({ attempt }: { readonly attempt: Attempt }) => {
  const now = useClock();
  const at = new Date(attempt.at);
  const Icon = isTaken(attempt) ? CircleCheck : CircleX;
  return (
    <li className="delivery-try" data-taken={isTaken(attempt)}>
      <Icon size={16} aria-hidden="true" />
      <span className="delivery-try-words">
        <strong className="number">{attempt.status ?? 'No answer'}</strong> {attempt.error}
      </span>
      <time className="number" dateTime={attempt.at} {...tip(fullText(at))}>
        {absoluteText(at, now)}
      </time>
      <span className="number">{durationText(attempt.duration_ms)}</span>
    </li>
  );
};

const NextTry = ({ at }: { readonly at: string }) => {
  const now = useClock();
  const date = new Date(at);
  const pause = date.getTime() - now.getTime();
  return (
    <li className="delivery-try">
      <Clock size={16} aria-hidden="true" />
      <span className="delivery-try-words">
        {pause > 0 ? `Next attempt in ${ageText(pause)}` : 'The next try is due'}
      </span>
      <time className="number" dateTime={at} {...tip(fullText(date))}>
        {absoluteText(date, now)}
      </time>
      <span className="quiet">not yet</span>
    </li>
  );
};

const Sent = ({ delivery }: { readonly delivery: string }) => {
  const query = useRead('readDelivery', '', { delivery });
  return (
    <section className="delivery-sent" aria-label="Body">
      <ReadStates query={query} what="The body">
        {({ body }) => (
          <>
            <h3>
              Body <span className="quiet">the same in every attempt</span>{' '}
              <CopyButton text={body} label="Copy the body, byte for byte" />
            </h3>
            {/* A region that scrolls must be reachable by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
            <pre className="delivery-answer mono" tabIndex={0} role="group" aria-label="Text of the body">
              {bodyText(body)}
            </pre>
          </>
        )}
      </ReadStates>
    </section>
  );
};

export const DeliveryDetails = ({
  delivery: { id, event, attempts, next_attempt: next },
  refusal,
}: {
  readonly delivery: Delivery;
  readonly refusal: string | null;
}) => {
  const { organization } = usePlace();
  const { send, isInProgress } = useChange('replayDelivery', organization);
  const last = attempts.at(-1);
  const replay = (): void =>
    void send(
      { params: { delivery: id } },
      () => showToast('Queued again', 'done'),
      (sentence) => showToast(sentence, 'note'),
    );
  return (
    <div className="delivery-details">
      <section aria-label="Tries">
        <h3>Tries</h3>
        <ol>
          {attempts.map((attempt, index) => (
            // A try has no name but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <Try key={index} attempt={attempt} />
          ))}
          {next === null ? null : <NextTry at={next} />}
          {attempts.length === 0 && next === null ? (
            <li className="quiet">Not attempted: the endpoint was disabled</li>
          ) : null}
        </ol>
      </section>
      <section aria-label="Last reply">
        <h3>
          Last reply <span className="quiet">first 1 KiB</span>
        </h3>
        {last?.reply ? (
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
          <pre className="delivery-answer mono" tabIndex={0} role="group" aria-label="Response body">
            {last.reply}
          </pre>
        ) : (
          <p className="quiet">{last?.reply === '' ? 'The body is empty.' : 'No reply came.'}</p>
        )}
        <p className="delivery-id">
          <span className="mono truncate" {...tip(`${event.id}: the same in every attempt`)}>
            {event.id}
          </span>
          <CopyButton text={event.id} label="Copy the webhook-id" />
          <Button size="small" icon={Repeat} disabledBecause={isInProgress ? 'In progress' : refusal} onPress={replay}>
            Replay now
          </Button>
        </p>
      </section>
      <Sent delivery={id} />
    </div>
  );
};

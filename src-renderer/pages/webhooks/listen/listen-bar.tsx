import { Copy, Eye, EyeOff, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText, countedText } from '#ui/values/number-text.ts';
import type { Listener } from './use-listener.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { Form, GhostButton } from '#ui/controls/form.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { ageText, dateOf, useClock } from '#ui/values/times.tsx';
import './listen-bar.css';

const feedWords: Record<ListenerState['feed'] | 'paused', string> = {
  paused: 'Paused',
  off: 'Off',
  asking: 'Contacting the service',
  following: 'Listening',
  trouble: 'Reconnecting',
  refused: 'Not listening',
};

interface BarProps {
  readonly state: ListenerState;
  readonly listener: Listener;
  readonly address: string;
  readonly isForwarding: boolean;
  readonly onAddress: (address: string) => void;
  readonly onForwarding: (isForwarding: boolean) => void;
  readonly onListen: () => void;
}

export const ListenBar = (props: BarProps) => {
  const { state, listener, address, isForwarding, onAddress, onForwarding, onListen } = props;
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const now = useClock();
  const { error, busy } = listener;
  const isChanged = isForwarding && address.trim() !== (state.address ?? '');
  const hasForwardAddress = isForwarding && address.trim() !== '';
  const since = dateOf(state.since);
  // Shows minutes only, because the page updates its clock every 20 s.
  const age = since === null ? 0 : now.getTime() - since.getTime();
  const feed = state.feed === 'following' && state.isPaused ? 'paused' : state.feed;
  return (
    <Form className="listen-bar row rigid" aria-label="Listener" onSubmit={onListen}>
      <output className="listen-state gap-8 text-strong row" data-feed={feed}>
        <span className="listen-dot" aria-hidden="true" />
        {feedWords[feed]}
      </output>
      {age < 60_000 ? null : <span className="note number">{ageText(age)}</span>}
      <input
        type="checkbox"
        role="switch"
        className="listen-switch"
        aria-label="Forward events"
        checked={hasForwardAddress}
        aria-checked={hasForwardAddress}
        onChange={({ target }) => {
          if (target.checked && address.trim() === '') field.current?.focus();
          else onForwarding(target.checked);
        }}
        {...tip(hasForwardAddress ? 'Only show events' : 'Forward events')}
      />
      <label className="listen-address gap-8 text-strong text-nowrap row">
        <span>Forward to</span>
        <input
          ref={field}
          className="field mono"
          value={address}
          placeholder="http://localhost:3000/webhooks"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error?.code === 'address_refused' ? true : undefined}
          aria-describedby="listen-help"
          onChange={(event) => {
            listener.forgetError();
            onAddress(event.target.value);
          }}
        />
      </label>
      {state.isOn && isChanged ? (
        <Button type="submit" size="small" busy={busy}>
          Use this address
        </Button>
      ) : null}
      <p id="listen-help" className={error ? 'note text-danger' : 'note'} role={error ? 'alert' : undefined}>
        {error
          ? (error.detail ?? describeAppError(error).text)
          : 'Loopback addresses only: localhost, 127.0.0.1, [::1]. Leave empty to show events without forwarding them.'}
      </p>
      {state.secret === null ? null : (
        <p className="gap-6 shrink row muted">
          <span>Signed with</span>
          <code className="shrink text-main text-small text-anywhere mono">
            {isShown ? state.secret : `${state.secret.slice(0, 6)}${'•'.repeat(12)}`}
          </code>
          <GhostButton
            label={isShown ? 'Hide the secret' : 'Show the secret'}
            icon={isShown ? EyeOff : Eye}
            onPress={() => setShown(!isShown)}
          />
          <GhostButton label="Copy the secret" icon={Copy} onPress={() => copyText(state.secret ?? '', 'the secret')} />
          <GhostButton label="Create a new secret" icon={RefreshCw} onPress={() => void listener.renewSecret()} />
        </p>
      )}
    </Form>
  );
};

interface ListenFootProps {
  readonly state: ListenerState;
  readonly listener: Listener;
  readonly sendObstacle: string | null;
}

export const ListenFoot = ({ state, listener, sendObstacle }: ListenFootProps) => {
  const [isAsking, setAsking] = useState(false);
  const { waiting, delivered, failed, shown } = state.counts;
  const hasEndedEvents = delivered + failed + shown > 0;
  return (
    <footer className="listen-foot rigid wrap row number">
      <p>
        <strong>{countText(waiting + delivered + failed + shown)}</strong>{' '}
        {waiting + delivered + failed + shown === 1 ? 'event' : 'events'}, <strong>{countText(delivered)}</strong>{' '}
        forwarded
        {waiting > 0 ? (
          <>
            , <strong className="text-partial">{countText(waiting)} waiting to retry</strong>
          </>
        ) : null}
        {failed > 0 ? (
          <>
            , <strong className="tone-bad">{countText(failed)} failed</strong>
          </>
        ) : null}
      </p>
      {failed > 0 ? (
        <Button size="small" variant="ghost" disabledBecause={sendObstacle} onPress={() => void listener.resend(null)}>
          Resend failed events
        </Button>
      ) : null}
      {waiting > 0 && !state.isOn ? (
        <Button size="small" variant="ghost" onPress={() => setAsking(true)}>
          Discard all
        </Button>
      ) : null}
      {state.isOn && state.address !== null ? (
        <Button
          size="small"
          variant="ghost"
          icon={state.isPaused ? Play : Pause}
          onPress={() => void listener.pause(!state.isPaused)}
        >
          {state.isPaused ? 'Resume' : 'Pause'}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="ghost"
        icon={Trash2}
        disabledBecause={hasEndedEvents ? null : 'No finished events'}
        onPress={() => void listener.clear(false)}
      >
        Clear
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Discard ${countedText(waiting, 'waiting event')}?`}
          confirm="Discard"
          tone="danger"
          onConfirm={() => void listener.clear(true)}
          onClose={() => setAsking(false)}
        >
          <p>Waiting events won't be forwarded, and finished events are cleared, too. This can't be undone.</p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
};

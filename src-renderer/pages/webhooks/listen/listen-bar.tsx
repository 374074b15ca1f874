import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { GhostButton, Form } from '#ui/controls/form.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { ageText, dateOf } from '#ui/values/time-text.ts';
import type { Listener } from './use-listener.ts';
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
  // Shows only minutes, because the page's clock ticks every 20 s.
  const age = since === null ? 0 : now.getTime() - since.getTime();
  const feed = state.feed === 'following' && state.isPaused ? 'paused' : state.feed;
  return (
    <Form className="listen-bar row rigid" aria-label="Listener" onSubmit={onListen}>
      <output className="listen-state row" data-feed={feed}>
        <span className="listen-dot" aria-hidden="true" />
        {feedWords[feed]}
      </output>
      {age < 60_000 ? null : <span className="listen-note number">{ageText(age)}</span>}
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
      <label className="listen-address row">
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
      <p id="listen-help" className="listen-note" data-wrong={error !== null} role={error ? 'alert' : undefined}>
        {error
          ? (error.detail ?? describeAppError(error).text)
          : 'Loopback addresses only: localhost, 127.0.0.1, [::1]. Leave empty to show events without forwarding them.'}
      </p>
      {state.secret === null ? null : (
        <p className="listen-secret row muted">
          <span>Signed with</span>
          <code className="mono">{isShown ? state.secret : `${state.secret.slice(0, 6)}${'•'.repeat(12)}`}</code>
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

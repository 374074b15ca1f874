import { ArrowUp, Copy, Ear, Eye, EyeOff, RefreshCw, Send, Square } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { describeAppError } from '#shared/app-error-text.ts';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ClockProvider } from '#ui/values/time-cells.tsx';
import { appErrorOf } from '../../../api/console-api.ts';
import { useCompanyNames } from '../../../api/companies.ts';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import type { Pasted } from '../check/pasted.ts';
import { EventDetail } from './event-detail.tsx';
import { EventLine } from './event-line.tsx';
import { Notices } from './notices.tsx';
import { type Listener, useListener } from './use-listener.ts';
import { useNewEvents } from './use-new-events.ts';
import './listen-tab.css';

const feedWords: Record<ListenerState['feed'], string> = {
  off: 'Off',
  asking: 'Asking the service',
  following: 'Listening',
  trouble: 'Trying again',
  refused: 'Not listening',
};

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`;

interface BarProps {
  readonly state: ListenerState;
  readonly listener: Listener;
  readonly address: string;
  readonly onAddress: (address: string) => void;
  readonly onListen: () => void;
}

/** Where events go, and what they are signed with. */
const ListenBar = ({ state, listener, address, onAddress, onListen }: BarProps) => {
  const [shown, setShown] = useState(false);
  const { error, busy } = listener;
  const isChanged = address.trim() !== (state.address ?? '');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onListen();
  };
  return (
    <form className="listen-bar" aria-label="Listener" onSubmit={submit}>
      <output className="listen-state" data-feed={state.feed}>
        <span className="listen-dot" aria-hidden="true" />
        {feedWords[state.feed]}
      </output>
      <label className="listen-address">
        <span>Forward to</span>
        <input
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
          : 'Only addresses of this computer: localhost, 127.0.0.1, [::1]. Empty: events are only shown.'}
      </p>
      {state.secret === null ? null : (
        <p className="listen-secret">
          <span>Signed with</span>
          <code className="mono">{shown ? state.secret : `${state.secret.slice(0, 6)}${'•'.repeat(12)}`}</code>
          <IconButton
            label={shown ? 'Hide the secret' : 'Show the secret'}
            icon={shown ? EyeOff : Eye}
            size="small"
            variant="ghost"
            onPress={() => setShown(!shown)}
          />
          <IconButton
            label="Copy the secret"
            icon={Copy}
            size="small"
            variant="ghost"
            onPress={() => copyText(state.secret ?? '', 'the secret')}
          />
          <IconButton
            label="Make a new secret"
            icon={RefreshCw}
            size="small"
            variant="ghost"
            onPress={() => void listener.renewSecret()}
          />
        </p>
      )}
    </form>
  );
};

/** Arrows go from line to line. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.listen-line')];
  const here = lines.findIndex((line) => line === document.activeElement);
  event.preventDefault();
  lines[Math.min(lines.length - 1, Math.max(0, here + step))]?.focus();
};

interface FootProps {
  readonly state: ListenerState;
  readonly listener: Listener;
  /** Why nothing can be sent again now. */
  readonly cannotSend: string | null;
}

const Foot = ({ state, listener, cannotSend }: FootProps) => {
  const [asking, setAsking] = useState(false);
  const { waiting, delivered, failed } = state.counts;
  const ended = state.events.some((event) => event.state !== 'waiting');
  return (
    <footer className="listen-foot number">
      <p>
        <strong>{counted(delivered, 'event', 'events')}</strong> forwarded, {countText(waiting)} waiting,{' '}
        {countText(failed)} failed
      </p>
      {failed > 0 ? (
        <Button size="small" variant="ghost" disabledBecause={cannotSend} onPress={() => void listener.resend(null)}>
          Send failed again
        </Button>
      ) : null}
      {waiting > 0 && !state.isOn ? (
        <Button size="small" variant="ghost" onPress={() => setAsking(true)}>
          Discard all
        </Button>
      ) : null}
      <Button
        size="small"
        variant="ghost"
        disabledBecause={ended ? null : 'Nothing has ended'}
        onPress={() => void listener.clear(false)}
      >
        Clear
      </Button>
      {asking ? (
        <ConfirmDialog
          title={`Discard ${counted(waiting, 'waiting event', 'waiting events')}?`}
          confirm="Discard"
          tone="danger"
          onConfirm={() => {
            setAsking(false);
            void listener.clear(true);
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            They are not forwarded any more, and those that have ended are cleared with them. This cannot be undone.
          </p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
};

interface ListenTabProps {
  readonly actionsPlace: HTMLElement | null;
  /** Has the signature of a try looked at, with the secret of the listener. */
  readonly onCheck: (message: Omit<Pasted, 'otherSecret'>) => void;
}

/** Follows the events of the service, and forwards them to a receiver on this computer. */
export const ListenTab = ({ actionsPlace, onCheck }: ListenTabProps) => {
  const listener = useListener();
  const { data: state, error, isFetching, refetch } = listener.read;
  const [typed, setTyped] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const lines = useRef<HTMLUListElement>(null);
  const events = useMemo(() => state?.events ?? [], [state]);
  const fresh = useNewEvents(events);
  const companies = useCompanyNames(useMemo(() => events.flatMap(({ companyId }) => companyId ?? []), [events]));
  if (state === undefined) {
    return error ? (
      <ErrorBlock error={appErrorOf(error)} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className="listen-none" aria-busy="true" />
    );
  }
  const address = typed ?? state.address ?? '';
  const begin = async (): Promise<void> => {
    if (await listener.start(address.trim() === '' ? null : address)) setTyped(null);
  };
  const listen = (): void => void begin();
  const opened = events.find(({ id }) => id === openId);
  const isFollowed = state.isOn && state.feed !== 'refused';
  const cannotSend = state.address === null ? 'Write an address to forward to' : isFollowed ? null : 'Listen first';
  const cannotTest = state.address === null ? 'Write an address to forward to' : state.isOn ? null : 'Listen first';
  const close = (): void => {
    setOpenId(null);
    lines.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  };
  return (
    <ClockProvider>
      {actionsPlace
        ? createPortal(
            <>
              <Button icon={Send} disabledBecause={cannotTest} onPress={() => void listener.sendTest()}>
                Send a test event
              </Button>
              {isFollowed ? (
                <Button icon={Square} busy={listener.busy} onPress={() => void listener.stop()}>
                  Stop
                </Button>
              ) : (
                <Button variant="primary" icon={Ear} busy={listener.busy} onPress={listen}>
                  Listen
                </Button>
              )}
            </>,
            actionsPlace,
          )
        : null}
      <div className="listen-tab" data-opened={opened !== undefined}>
        <div className="listen-main">
          <ListenBar state={state} listener={listener} address={address} onAddress={setTyped} onListen={listen} />
          <Notices state={state} onCloseGap={() => void listener.closeGap()} />
          {events.length === 0 ? (
            <div className="listen-none">
              <MessageBlock icon={Ear} title={isFollowed ? 'Waiting for the next event' : 'Nothing is listened to'}>
                {isFollowed
                  ? 'Each change of a status stands here as it comes. The place in the feed is kept, also while the console is closed.'
                  : 'Listen follows the events of this service, also behind a firewall, and forwards them signed to your receiver on this computer.'}
              </MessageBlock>
            </div>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the lines inside
            <ul
              ref={lines}
              className="listen-lines"
              aria-label="Events"
              onScroll={fresh.onScroll}
              onKeyDown={(event) => (event.key === 'Escape' && opened ? close() : moveFocus(event))}
            >
              {events.map((event) => (
                <EventLine
                  key={event.id}
                  event={event}
                  company={companies.get(event.companyId ?? '')?.providerCompanyName ?? null}
                  isOpen={event.id === openId}
                  onOpen={(id) => setOpenId(id === openId ? null : id)}
                />
              ))}
            </ul>
          )}
          {fresh.count > 0 ? (
            <div className="listen-new">
              <Button size="small" icon={ArrowUp} onPress={() => lines.current?.scrollTo({ top: 0 })}>
                {`${countText(fresh.count)} new`}
              </Button>
            </div>
          ) : null}
          <Foot state={state} listener={listener} cannotSend={cannotSend} />
        </div>
        {opened ? (
          <EventDetail
            event={opened}
            busy={listener.busy}
            cannotSend={cannotSend}
            onResend={() => void listener.resend(opened.id)}
            onCheck={(message) => onCheck({ ...message, secret: state.secret ?? '' })}
            onClose={close}
          />
        ) : null}
      </div>
    </ClockProvider>
  );
};

import { HeadActions } from '#ui/page/head-actions.tsx';
import { ArrowUp, CircleAlert, Play, Send, Square, Webhook } from 'lucide-react';
import { type UIEvent, useMemo, useRef, useState } from 'react';
import type { ListenedEvent, ListenerState } from '#shared/console-contract/listener-calls.ts';
import { Button, CloseButton } from '#ui/controls/controls.tsx';
import { MessageBlock, Banner } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { ClockProvider, dateOf, fullText } from '#ui/values/times.tsx';
import { appErrorOf } from '../../../api/console-api.ts';
import { useCompanyNames } from '../../../api/companies.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import type { PastedMessage } from '../check/check-tab.tsx';
import { EventDetail } from './event-detail.tsx';
import { EventLine, LineHeads } from './event-line.tsx';
import { ListenBar, ListenFoot } from './listen-bar.tsx';
import { useListener } from './use-listener.ts';
import { Link } from '@tanstack/react-router';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import './listen-tab.css';
import { moveFocus } from '#ui/keys/move-focus.ts';

const problemWords = (problem: AppErrorCode): { readonly title: string; readonly text: string } => {
  if (problem === 'not_found') {
    return {
      title: "This service doesn't support webhooks.",
      text: 'Listen needs a service that supports webhooks. The Check a signature and Code tabs still work.',
    };
  }
  if (problem === 'forbidden')
    return { title: "This key can't read events.", text: 'Use a key with the read or webhooks scope.' };
  const { title, text } = describeAppError({ code: problem, at: '' });
  return { title: `${title}.`, text };
};

const Notices = ({ state, onCloseGap }: { readonly state: ListenerState; readonly onCloseGap: () => void }) => {
  const { feed, problem, gap } = state;
  const from = dateOf(gap?.from ?? null);
  const words = problem === null ? null : problemWords(problem);
  return (
    <>
      {(feed === 'refused' || feed === 'trouble') && words !== null ? (
        <Banner tone={feed === 'refused' ? 'danger' : 'warning'} icon={CircleAlert} title={words.title}>
          {words.text}
        </Banner>
      ) : null}
      {state.receiverNextAt !== null && state.counts.waiting > 0 ? (
        <Banner tone="warning" icon={CircleAlert} title={`No response from ${state.address ?? ''}.`}>
          The console retries automatically. No events are lost.
        </Banner>
      ) : null}
      {gap === null ? null : (
        <Banner
          tone="warning"
          icon={CircleAlert}
          title="Events are missing."
          action={<CloseButton label="Close" onPress={onCloseGap} />}
        >
          {from ? `Events between ${fullText(from)} and` : 'Events before'} {fullText(new Date(gap.until))} weren't read
          in time, and the service has deleted them. Later events were read. <Link to="/migrations">Migrations</Link>{' '}
          shows each migration's status. You can replay stored deliveries on the Deliveries tab.
        </Banner>
      )}
    </>
  );
};

export const newerThan = (events: readonly Pick<ListenedEvent, 'id'>[], id: string | null): number => {
  const position = events.findIndex((event) => event.id === id);
  return position === -1 ? events.length : position;
};

/** Maximum distance from the top, in px, at which the newest event counts as visible. */
const atTopPx = 8;

const useNewEvents = (events: readonly ListenedEvent[]) => {
  const [newestSeenId, setNewestSeenId] = useState<string | null>(null);
  // Clearing the list causes no scroll event, and the next list starts at the top.
  if (newestSeenId !== null && events.length === 0) setNewestSeenId(null);
  return {
    count: newestSeenId === null ? 0 : newerThan(events, newestSeenId),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const isAtTop = currentTarget.scrollTop <= atTopPx;
      setNewestSeenId((before) => (isAtTop ? null : (before ?? events[0]?.id ?? null)));
    },
  };
};

interface Draft {
  readonly typed: string | null;
  readonly isForwarding: boolean;
}

/** Unsaved input per profile, which stays while another tab or page is open. */
const drafts = new Map<string | undefined, Draft>();

interface ListenTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly onCheck: (message: Omit<PastedMessage, 'otherSecret'>) => void;
}

export const ListenTab = ({ actionsPlace, onCheck }: ListenTabProps) => {
  const listener = useListener();
  const { data: state, error, isFetching, refetch } = listener.read;
  const profileId = useConsoleState()?.profile.id;
  const [draft, setDraft] = useState<Draft>(drafts.get(profileId) ?? { typed: null, isForwarding: true });
  const { typed, isForwarding } = draft;
  const keepDraft = (next: Draft): void => {
    drafts.set(profileId, next);
    setDraft(next);
  };
  const [openId, setOpenId] = useState<string | null>(null);
  const lines = useRef<HTMLUListElement>(null);
  const events = useMemo(() => state?.events ?? [], [state]);
  const newEvents = useNewEvents(events);
  const companies = useCompanyNames(useMemo(() => events.flatMap(({ companyId }) => companyId ?? []), [events]));
  if (state === undefined) {
    return error ? (
      <ErrorBlock error={appErrorOf(error)} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className="listen-none" aria-busy="true" />
    );
  }
  const address = typed ?? state.address ?? '';
  const startRun = async (forwards: boolean): Promise<void> => {
    const targetAddress = forwards && address.trim() !== '' ? address : null;
    if ((await listener.start(targetAddress)) && targetAddress !== null) keepDraft({ typed: null, isForwarding: true });
  };
  const listen = (): void => void startRun(isForwarding);
  const index = events.findIndex(({ id }) => id === openId);
  const openedEvent = events[index];
  const isFollowed = state.isOn && state.feed !== 'refused';
  const addressObstacle = state.address === null ? 'Enter an address to forward to' : null;
  const sendObstacle = addressObstacle ?? (isFollowed ? null : 'Start listening first');
  const testObstacle = addressObstacle ?? (state.isOn ? null : 'Start listening first');
  const close = (): void => {
    setOpenId(null);
    lines.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  };
  return (
    <ClockProvider>
      <HeadActions place={actionsPlace}>
        <Button icon={Send} disabledBecause={testObstacle} onPress={() => void listener.sendTest()}>
          Send a test event
        </Button>
        {isFollowed ? (
          <Button icon={Square} busy={listener.busy} onPress={() => void listener.stop()}>
            Stop
          </Button>
        ) : (
          <Button variant="primary" icon={Play} busy={listener.busy} onPress={listen}>
            Listen
          </Button>
        )}
      </HeadActions>
      <div className="listen-tab fill" data-opened={openedEvent !== undefined}>
        <div className="listen-main stack">
          <ListenBar
            state={state}
            listener={listener}
            address={address}
            isForwarding={isForwarding}
            onAddress={(next) => keepDraft({ typed: next, isForwarding: true })}
            onForwarding={(next) => {
              keepDraft({ typed: address, isForwarding: next });
              if (state.isOn) void startRun(next);
            }}
            onListen={listen}
          />
          <Notices state={state} onCloseGap={() => void listener.closeGap()} />
          {events.length === 0 ? (
            <div className="listen-none">
              <MessageBlock icon={Webhook} title={isFollowed ? 'Waiting for the next event' : 'Not listening'}>
                {isFollowed
                  ? "Status changes appear here live. After you reopen the console, it continues with the first event that it hasn't read."
                  : "Listen reads this service's events, even behind a firewall, and forwards them with a signature to your receiver on this device."}
              </MessageBlock>
            </div>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the lines inside
            <ul
              ref={lines}
              className="listen-lines"
              aria-label="Events"
              onScroll={newEvents.onScroll}
              onKeyDown={(event) =>
                event.key === 'Escape' && openedEvent ? close() : moveFocus(event, '.listen-line')
              }
            >
              <LineHeads />
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
          {newEvents.count > 0 ? (
            <div className="listen-new">
              <Button size="small" icon={ArrowUp} onPress={() => lines.current?.scrollTo({ top: 0 })}>
                {`${countText(newEvents.count)} new`}
              </Button>
            </div>
          ) : null}
          <ListenFoot state={state} listener={listener} sendObstacle={sendObstacle} />
        </div>
        {openedEvent ? (
          <EventDetail
            event={openedEvent}
            company={companies.get(openedEvent.companyId ?? '')?.providerCompanyName ?? null}
            place={{ index, count: events.length }}
            onMove={(step) => setOpenId(events[index + step]?.id ?? openId)}
            busy={listener.busy}
            sendObstacle={sendObstacle}
            onResend={() => void listener.resend(openedEvent.id)}
            onCheck={onCheck}
            onClose={close}
          />
        ) : null}
      </div>
    </ClockProvider>
  );
};

import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { Outcome } from '#shared/app-error.ts';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import { exponentialDelay } from '#shared/retry-policy.ts';
import { latestCursor } from '#shared/webhooks-api/events.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { EventPage, FollowedEvent } from '../feed/event-client.ts';
import type { FeedTopic } from '../feed/feed-topic.ts';
import { applyAttempt, longestPauseMs } from './forwarding.ts';
import { forwardEvent } from './forward-event.ts';

/** Retry delays in ms while the data process is down or can't store events. */
const retryBackoff = { baseMs: 500, capMs: 10_000 };
/** Failures until the problem is reported. By then, a crashed process has usually restarted. */
const failuresUntilReport = 2;
/** Delay in ms before resuming after an expired cursor. It limits requests to a service that expires every cursor. */
const gapMs = 1_000;

interface RunPlace {
  readonly profileId: string;
  /** URL of the service. A cursor is valid only for this service. */
  readonly service: string;
  readonly address: string | null;
  readonly secret: string;
  readonly isPaused: boolean;
}

export type RunState = Pick<ListenerState, 'feed' | 'problem'> & { readonly receiverNextAt: number | null };

export interface ListenerPorts extends Pick<BaseTopics, 'clock' | 'data' | 'network' | 'ports'> {
  readonly feed: Pick<FeedTopic, 'follow'>;
}

interface RunListeners {
  readonly onState: (part: Partial<RunState>) => void;
  readonly onKept: () => void;
}

const newEvent = ({ id, type, timestamp, previousStatus, migration, body }: FollowedEvent) => ({
  id,
  type,
  timestamp,
  previousStatus,
  migrationId: migration?.id ?? null,
  companyId: migration?.companyId ?? null,
  status: migration?.status ?? null,
  body,
});

/**
 * Reads events from the feed and forwards them. Stores events and cursor on disk before requesting more events, and the
 * result of an attempt before using it. After a crash, events may be delivered twice but aren't lost.
 */
export function runListener(
  ports: ListenerPorts,
  place: RunPlace,
  { onState, onKept }: RunListeners,
  signal: AbortSignal,
) {
  const { clock, data } = ports;
  const { profileId, service, address, secret } = place;
  let nudge = new AbortController();
  let capacity = Promise.withResolvers<void>();
  let silent = 0;
  let isPaused = place.isPaused;
  const wake = () => {
    const previous = nudge;
    nudge = new AbortController();
    previous.abort();
    capacity.resolve();
  };
  signal.addEventListener('abort', () => capacity.resolve(), { once: true });
  let feed: Pick<RunState, 'feed' | 'problem'> = { feed: 'asking', problem: null };
  let stuckCalls = 0;
  const setFeed = (next: typeof feed) => {
    feed = next;
    if (stuckCalls === 0) onState(feed);
  };
  const sleepFor = (ms: number) => clock.sleep(ms, AbortSignal.any([signal, nudge.signal]));
  /** Returns null if the run ended first. */
  const retryUntilDone = async <Value>(
    ask: () => Promise<Outcome<Value>>,
  ): Promise<{ readonly value: Value } | null> => {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const answer = await ask();
      if (answer.ok) {
        if (failures > failuresUntilReport && (stuckCalls -= 1) === 0) onState(feed);
        return answer;
      }
      if (failures === failuresUntilReport) {
        stuckCalls += 1;
        onState({ feed: 'trouble', problem: answer.error.code });
      }
      await clock.sleep(exponentialDelay(retryBackoff, Math.min(failures, 10)), signal);
    }
    return null;
  };

  /** Time at which the cursor was last stored. Null without a cursor of this service. */
  let keptAt: number | null = null;
  let isAfterGap = false;

  const storePage = async ({ events, next }: EventPage): Promise<void> => {
    const at = clock.now().getTime();
    const newEvents = events.map(newEvent);
    const state = address === null ? 'shown' : 'waiting';
    const storeResult = await retryUntilDone(() =>
      data.call('keepEvents', { profileId, place: { cursor: next, service }, events: newEvents, state, at }),
    );
    if (storeResult === null || signal.aborted) return;
    keptAt = at;
    setFeed({ feed: 'following', problem: null });
    const [oldest] = events;
    if (oldest === undefined) return;

    if (isAfterGap) {
      isAfterGap = false;
      const happenedAt = Date.parse(oldest.timestamp ?? '');
      const change = { gapUntil: Number.isNaN(happenedAt) ? null : happenedAt };
      if ((await retryUntilDone(() => data.call('changeListener', { profileId, change, initial: null }))) === null)
        return;
    }
    onKept();
    // While the receiver refuses connections, new events don't shorten the pause.
    if (silent === 0) wake();
    // The service stores the remaining events. The limit applies only if events are forwarded.
    if (address === null || storeResult.value < listenerLimits.waiting) return;
    capacity = Promise.withResolvers();
    await capacity.promise;
  };

  const follow = async (): Promise<void> => {
    const onTrouble = ({ code }: { readonly code: AppErrorCode }) => setFeed({ feed: 'trouble', problem: code });
    for (;;) {
      const current = await retryUntilDone(() => data.call('listenerOf', { profileId }));
      if (current === null || current.value === null) return;
      const isSameService = current.value.service === service;
      const cursor = isSameService ? current.value.cursor : null;
      if (isSameService) keptAt = current.value.keptAt;
      // Whether a page was received. If none was, a gap without a stored cursor counts as a refusal by the service.
      let hasMoved = false;
      const onPage = (page: EventPage): Promise<void> => {
        hasMoved = true;
        return storePage(page);
      };
      const end = await ports.feed.follow('Listener', { after: cursor ?? latestCursor, onPage, onTrouble }, signal);
      if (signal.aborted || end.kind === 'stopped') return;
      if (end.kind === 'refused' || (!hasMoved && (cursor === null || cursor === ''))) {
        const problem = end.kind === 'refused' ? end.error.code : 'invalid_request';
        setFeed({ feed: 'refused', problem });
        return;
      }
      // Resumes at the oldest available event and reports the gap.
      const gapAt = clock.now().getTime();
      // Reads the stored gap again, because the user may have dismissed it.
      const storedListener = await retryUntilDone(() => data.call('listenerOf', { profileId }));
      if (storedListener === null || storedListener.value === null) return;
      // Combines two gaps that the user hasn't dismissed into one, from the start of the first to the end of the last.
      const gapFrom = storedListener.value.gapAt === null ? keptAt : storedListener.value.gapFrom;
      const change = { cursor: '', service, gapAt, gapFrom, gapUntil: null };
      isAfterGap = true;
      if ((await retryUntilDone(() => data.call('changeListener', { profileId, change, initial: null }))) === null)
        return;
      onKept();
      await clock.sleep(gapMs, signal);
    }
  };

  /** @returns ms until the next attempt is due */
  const sendNext = async (to: string): Promise<number> => {
    if (isPaused) return longestPauseMs;
    const nextResult = await retryUntilDone(() => data.call('nextEvent', { profileId }));
    // The user may have paused the listener in the meantime.
    if (nextResult === null || isPaused) return longestPauseMs;
    if (nextResult.value === null) {
      // If no event is waiting, the pause for an unreachable receiver ends.
      if (silent > 0) onState({ receiverNextAt: null });
      silent = 0;
      return longestPauseMs;
    }
    const event = nextResult.value;
    const waitMs = event.nextAt - clock.now().getTime();
    if (waitMs > 0 && waitMs <= longestPauseMs) return waitMs;
    const forwardResult = await forwardEvent(ports, { address: to, secret }, event, signal);
    const { attempt, isUnreachable, retryAfterMs } = forwardResult;
    const now = clock.now().getTime();
    const { state, nextAt, restMs } = applyAttempt(
      { status: attempt.status, isUnreachable },
      { tries: event.tries, silent, now, retryAfterMs },
    );
    silent = isUnreachable ? silent + 1 : 0;
    onState({ receiverNextAt: restMs > 0 ? now + restMs : null });
    const keptAttempt = { profileId, id: event.id, attempt, wasSent: !isUnreachable, state, nextAt };
    const storeResult = await retryUntilDone(() => data.call('keepAttempt', keptAttempt));
    if (storeResult !== null && storeResult.value < listenerLimits.waiting) capacity.resolve();
    onKept();
    return restMs;
  };
  const send = async (to: string): Promise<void> => {
    while (!signal.aborted) {
      const sleepSignal = nudge.signal;
      const restMs = await sendNext(to);
      // A new event during the attempt cancels the pause.
      if (restMs > 0 && !sleepSignal.aborted) await sleepFor(restMs);
    }
  };

  onState({ ...feed, receiverNextAt: null });
  const parts = [follow(), ...(address === null ? [] : [send(address)])];
  const endOfParts = Promise.all(parts).then(
    () => undefined,
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  /** A pause lets the current request finish. */
  const pause = (paused: boolean): void => {
    isPaused = paused;
    wake();
  };
  return { wake, pause, ended: endOfParts };
}

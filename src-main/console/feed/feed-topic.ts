import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { latestCursor } from '#shared/webhooks-api/events.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { readFeatures } from '../api-client/service-features.ts';
import { createEmitter } from '../events/emitter.ts';
import { type RequestEvents, eventsInBulk, type EventPage } from './event-client.ts';
import { followEvents, type FollowResult, type FollowOptions, isFinal } from './follow-events.ts';

const feedLabel = 'Event feed';
/**
 * Maximum attempts to follow a feed that returns no page. After a failed attempt, the next one waits for another call
 * to succeed.
 */
const maxQuestions = 3;
/** Maximum migrations reported together after an outage. */
const maxGathered = 5_000;

/** Errors which show that the service doesn't know the path of the features request. */
const noFeatures: ReadonlySet<AppErrorCode> = new Set(['unreadable_reply', 'wrong_service', 'redirected']);

/** `idle` until the service has responded once; `absent` if it has no feed or refuses this key. */
type Phase = 'idle' | 'begun' | 'absent';

export function createFeedTopic({ clock, sandbox, profiles, api, connection, timeline }: BaseTopics) {
  const changes = createEmitter();
  /** By binding, for reopened profiles. In memory only: after a restart, the feed starts with new events. */
  const cursors = new Map<string, string>();
  /** Streams by label and binding. Following a service again continues the same line in the request log. */
  const streams = new Map<string, RequestEvents>();
  let phase: Phase = 'idle';
  let questions = 0;
  let since: number | null = null;
  let stop = new AbortController();
  /** Ends a retry delay early. Created only for a delay, because each abort creates an error with a stack. */
  let nudge: AbortController | null = null;
  let isSandboxUp = false;
  const tryNow = () => {
    const previous = nudge;
    nudge = null;
    previous?.abort();
  };
  const setSince = (next: number | null) => {
    if (next === since) return;
    since = next;
    changes.emit();
  };
  // Doesn't request access to a stopped Sandbox, because that starts it.
  const access = async () =>
    profiles.active.profile().builtIn && !isSandboxUp ? fail('sandbox_unavailable', clock.now()) : profiles.access();
  /** Follows the active profile's events with a separate cursor. `label` names the line in the request log. */
  const follow = (
    label: string,
    place: Pick<FollowOptions, 'after' | 'onPage' | 'onTrouble'>,
    signal: AbortSignal,
  ): Promise<FollowResult> => {
    const stream = `${label} ${profiles.binding()}`;
    const events = streams.get(stream) ?? eventsInBulk(api, clock, label);
    streams.set(stream, events);
    return followEvents(
      { ...place, clock, events, access, nudge: () => (nudge ??= new AbortController()).signal },
      signal,
    );
  };

  /** Follows one cursor until it ends. Returns an error code, or whether to start again with a new cursor. */
  const followOnce = async (signal: AbortSignal): Promise<boolean | AppErrorCode> => {
    const [profileId, bound] = [profiles.activeId(), profiles.binding()];
    const rowsById = new Map<string, MigrationRow>();
    let followedSince: number | null = null;
    const reportPage = ({ events, next, isFull }: EventPage) => {
      if (signal.aborted) return;
      for (const { migration } of events) if (migration !== null) rowsById.set(migration.id, migration);
      if (isFull && rowsById.size < maxGathered) return;
      // Called even without events, to report that no status has changed.
      timeline.observer.record(profileId, [...rowsById.values()]);
      rowsById.clear();
      cursors.set(bound, next);
      followedSince ??= clock.monotonic();
      questions = 0;
      setSince(followedSince);
    };
    const onTrouble = () => {
      followedSince = null;
      setSince(null);
    };
    const end = await follow(
      feedLabel,
      { after: cursors.get(bound) ?? latestCursor, onPage: reportPage, onTrouble },
      signal,
    );
    if (!signal.aborted) setSince(null);
    if (end.kind === 'refused') return end.error.code;
    if (end.kind === 'stopped') return false;
    // After missed events, the feed starts again from the latest cursor, unless that cursor was the one that failed.
    return cursors.delete(bound) || followedSince !== null;
  };

  const start = async (signal: AbortSignal): Promise<void> => {
    const accessResult = await access();
    const features = accessResult.ok
      ? await readFeatures(api, accessResult.value, signal, { maxTries: 1 })
      : accessResult;
    if (signal.aborted) return;
    let next: boolean | AppErrorCode = features.ok ? features.value.webhooks === true : features.error.code;
    while (next === true && !signal.aborted) next = await followOnce(signal);
    if (signal.aborted) return;
    questions += 1;
    // After these errors, the console doesn't request the features again, because loads need the connections.
    const hasNoFeed = !features.ok && noFeatures.has(features.error.code);
    const canRequestNext = typeof next === 'string' && !isFinal(next) && !hasNoFeed && questions < maxQuestions;
    phase = canRequestNext ? 'idle' : 'absent';
  };

  sandbox.onChange((change) => {
    isSandboxUp = change === 'ready';
    if (isSandboxUp) tryNow();
  });
  // Waits for the first successful call. By then, the key has been read from the keychain.
  connection.onSuccess(() => {
    tryNow();
    if (phase !== 'idle') return;
    phase = 'begun';
    void start(stop.signal);
  });
  profiles.onSwitch(() => {
    stop.abort();
    stop = new AbortController();
    phase = 'idle';
    questions = 0;
    setSince(null);
  });

  return {
    /**
     * Monotonic time in ms since which the feed has reported every status change. Rows read after this time are outdated
     * only if the feed has reported a change. Null while no feed is followed.
     */
    reportedSince: () => since,
    onChange: changes.listen,
    follow,
    close: () => {
      phase = 'absent';
      stop.abort();
    },
  };
}

export type FeedTopic = ReturnType<typeof createFeedTopic>;

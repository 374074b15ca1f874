import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import { followEvents, type FollowOptions } from './browser-events.ts';

/** Browser APIs for sharing a stream between tabs. If they are missing, each tab opens its own stream. */
export interface EventSharing {
  readonly locks: Pick<LockManager, 'request'>;
  readonly openChannel: (name: string) => BroadcastChannel;
}

type SharedMessage =
  | { readonly kind: 'event'; readonly id: string | null; readonly event: ConsoleEvent }
  | { readonly kind: 'at'; readonly id: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'reachable'; readonly reachable: boolean }
  | { readonly kind: 'ask' };

const name = 'ferry-events';

export const eventSharingOf = (scope: Window): EventSharing | null =>
  'locks' in scope.navigator && 'BroadcastChannel' in scope
    ? { locks: scope.navigator.locks, openChannel: (channel) => new BroadcastChannel(channel) }
    : null;

/**
 * Shares one event stream among all tabs, because browsers allow six connections per host. The tab with the lock reads
 * and broadcasts the stream. When that tab closes, another tab continues after the last event it received.
 */
export const shareEvents = (options: FollowOptions, { locks, openChannel }: EventSharing): (() => void) => {
  const stop = new AbortController();
  const channel = openChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has no target origin
  const postMessage = (message: SharedMessage): void => channel.postMessage(message);
  let lastId: string | null = null;
  let isLeader = false;

  channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage>) => {
    if (data.kind === 'ask') {
      if (isLeader && lastId !== null) postMessage({ kind: 'at', id: lastId });
      return;
    }
    if (isLeader) return;
    if (data.kind === 'at') lastId = data.id;
    else if (data.kind === 'reset') options.onReset();
    else if (data.kind === 'reachable') options.onReachable(data.reachable);
    else {
      lastId = data.id ?? lastId;
      options.onEvent(data.event, data.id);
    }
  });
  postMessage({ kind: 'ask' });

  const becomeLeader = (): Promise<void> =>
    new Promise((resolve) => {
      isLeader = true;
      const end = followEvents({
        ...options,
        ...(lastId === null ? {} : { lastId }),
        onId: (id) => {
          lastId = id;
          postMessage({ kind: 'at', id });
        },
        onEvent: (event, id) => {
          postMessage({ kind: 'event', id, event });
          options.onEvent(event, id);
        },
        onReset: () => {
          postMessage({ kind: 'reset' });
          options.onReset();
        },
        onReachable: (reachable) => {
          postMessage({ kind: 'reachable', reachable });
          options.onReachable(reachable);
        },
        onSessionLost: (why) => {
          // Gives up the lock, because another tab's session may still be valid.
          isLeader = false;
          options.onSessionLost(why);
          resolve();
        },
      });
      stop.signal.addEventListener('abort', () => {
        end();
        resolve();
      });
    });
  // Rejects if the wait for the lock is aborted.
  void locks.request(name, { signal: stop.signal }, becomeLeader).catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
};

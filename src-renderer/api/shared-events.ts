import type { EventLine } from '#shared/console-contract/types.ts';
import { followEvents, type FollowOptions } from './browser-events.ts';

/** Browser APIs for sharing a stream between tabs. If they are missing, each tab opens its own stream. */
export interface EventSharing {
  readonly locks: Pick<LockManager, 'request'>;
  readonly openChannel: (name: string) => BroadcastChannel;
}

type SharedMessage = EventLine | { readonly isReachable: boolean } | 'lastId?';

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
  let lastId = options.lastId ?? null;
  let isLeader = false;
  const receive = (line: EventLine): void => {
    lastId = line.id;
    options.onLine(line);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage>) => {
    if (data === 'lastId?') {
      if (isLeader && lastId !== null) postMessage({ id: lastId });
    } else if (isLeader) return;
    else if ('isReachable' in data) options.onReachable(data.isReachable);
    // IDs are consecutive, so a gap means that this tab missed events.
    else if (lastId !== null && data.id > lastId + (data.event ? 1 : 0)) receive({ ...data, isReset: true });
    else receive(data);
  });
  postMessage('lastId?');

  const becomeLeader = (): Promise<void> =>
    new Promise((resolve) => {
      isLeader = true;
      const end = followEvents({
        ...options,
        lastId,
        onLine: (line) => {
          postMessage(line);
          receive(line);
        },
        onReachable: (isReachable) => {
          postMessage({ isReachable });
          options.onReachable(isReachable);
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

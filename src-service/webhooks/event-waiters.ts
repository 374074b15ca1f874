import type { EventStore } from '../store/event-store.ts';

/** Polling interval for events of other processes. Polls only while requests wait. */
const pollEveryMs = 250;

interface WaitingRequest {
  readonly organization: number;
  position: number;
  readonly wakeUp: () => void;
  readonly leave: () => void;
}

/** Lets requests wait for events. Events of this process wake requests immediately; a query polls for other events. */
export const createEventWaiters = (events: Pick<EventStore, 'heads' | 'watch' | 'isShared'>, everyMs = pollEveryMs) => {
  const requests = new Set<WaitingRequest>();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const unwatch = events.watch((organization) => {
    for (const request of requests) if (request.organization === organization) request.wakeUp();
  });

  const poll = async (): Promise<void> => {
    try {
      const heads = await events.heads([...new Set([...requests].map(({ organization }) => organization))]);
      for (const request of requests) if ((heads.get(request.organization) ?? 0) > request.position) request.wakeUp();
    } catch {
      // The next poll repeats the failed query, so waiting requests miss no event.
    }
    timer = undefined;
    schedule();
  };
  const schedule = (): void => {
    if (!events.isShared || isOver || requests.size === 0) return;
    timer ??= setTimeout(() => void poll(), everyMs);
  };

  return {
    size: (): number => requests.size,
    /** Starts a wait for events written after this call, including those before `changedAfter` runs. */
    enter: (organization: number, ms: number) => {
      let isNotified = false;
      let hasLeft = isOver;
      let wake: (() => void) | undefined;
      const request: WaitingRequest = {
        organization,
        position: Number.MAX_SAFE_INTEGER,
        wakeUp: () => {
          isNotified = true;
          wake?.();
        },
        leave: () => {
          hasLeft = true;
          requests.delete(request);
          clearTimeout(timeout);
          wake?.();
        },
      };
      const timeout = setTimeout(request.leave, ms);
      if (hasLeft) clearTimeout(timeout);
      else requests.add(request);
      return {
        leave: request.leave,
        /** True if there may be events after this position; false after the timeout or shutdown. */
        changedAfter: async (position: number): Promise<boolean> => {
          request.position = position;
          schedule();
          if (!isNotified && !hasLeft) await new Promise<void>((resolve) => (wake = resolve));
          wake = undefined;
          isNotified = false;
          return !hasLeft;
        },
      };
    },
    end: (): void => {
      isOver = true;
      clearTimeout(timer);
      unwatch();
      for (const { leave } of requests) leave();
    },
  };
};

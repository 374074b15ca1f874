import type { EventStore } from '../store/event-store.ts';

/** Polling interval for events of other processes, only while requests wait. */
const lookEveryMs = 250;

/** A request waiting for an organization's events. Doesn't miss events written after its creation. */
interface Waiter {
  /** True if there may be events after this position; false after the timeout or shutdown. */
  changedAfter(position: number): Promise<boolean>;
  leave(): void;
}

interface Place {
  readonly organization: number;
  position: number;
  readonly ring: () => void;
}

/**
 * Requests wait here for the next event. Events of this process wake them immediately. One query polls for events of
 * other processes on behalf of all.
 */
export const createWaitingRoom = (events: Pick<EventStore, 'heads' | 'watch' | 'isShared'>, everyMs = lookEveryMs) => {
  const places = new Set<Place>();
  const endings = new Set<() => void>();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const unwatch = events.watch((organization) => {
    for (const place of places) if (place.organization === organization) place.ring();
  });

  const look = async (): Promise<void> => {
    try {
      const heads = await events.heads([...new Set([...places].map(({ organization }) => organization))]);
      for (const place of places) if ((heads.get(place.organization) ?? 0) > place.position) place.ring();
    } catch {
      // Retry after a store failure. Waiting requests have missed nothing.
    }
    timer = undefined;
    schedule();
  };
  const schedule = (): void => {
    if (!events.isShared || isOver || places.size === 0) return;
    timer ??= setTimeout(() => void look(), everyMs);
  };

  return {
    size: (): number => places.size,
    enter: (organization: number, ms: number): Waiter => {
      let isRung = false;
      let hasLeft = isOver;
      let wake: (() => void) | undefined;
      const place: Place = {
        organization,
        position: Number.MAX_SAFE_INTEGER,
        ring: () => {
          isRung = true;
          wake?.();
        },
      };
      const leave = (): void => {
        hasLeft = true;
        places.delete(place);
        endings.delete(leave);
        clearTimeout(retryPolicy);
        wake?.();
      };
      const retryPolicy = setTimeout(leave, ms);
      if (hasLeft) clearTimeout(retryPolicy);
      else {
        places.add(place);
        endings.add(leave);
      }
      return {
        leave,
        changedAfter: async (position) => {
          place.position = position;
          schedule();
          if (!isRung && !hasLeft) await new Promise<void>((resolve) => (wake = resolve));
          wake = undefined;
          isRung = false;
          return !hasLeft;
        },
      };
    },
    end: (): void => {
      isOver = true;
      clearTimeout(timer);
      unwatch();
      for (const leave of endings) leave();
    },
  };
};

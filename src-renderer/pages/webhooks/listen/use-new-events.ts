import { type UIEvent, useState } from 'react';
import type { ListenedEvent } from '#shared/console-contract/listener-calls.ts';

/** How many of these, newest first, came after that one; all of them where it is not kept any more. */
export const newerThan = (events: readonly Pick<ListenedEvent, 'id'>[], id: string | null): number => {
  const at = events.findIndex((event) => event.id === id);
  return at === -1 ? events.length : at;
};

/** Pixels from the begin of the list at which somebody still looks at the newest one. */
const atTopPx = 8;

/** Counts the events that came while somebody was further down in the list; at its begin there are none. */
export const useNewEvents = (events: readonly ListenedEvent[]) => {
  /** The newest one when the begin of the list was left; null while it is looked at. */
  const [left, setLeft] = useState<string | null>(null);
  // A list that was cleared is gone without having been scrolled, and the next one is at its begin.
  if (left !== null && events.length === 0) setLeft(null);
  return {
    count: left === null ? 0 : newerThan(events, left),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const isAtTop = currentTarget.scrollTop <= atTopPx;
      setLeft((before) => (isAtTop ? null : (before ?? events[0]?.id ?? null)));
    },
  };
};

import { type UIEvent, useState } from 'react';
import type { ListenedEvent } from '#shared/console-contract/listener-calls.ts';

/** Counts the events after that one, newest first; all if it was dropped. */
export const newerThan = (events: readonly Pick<ListenedEvent, 'id'>[], id: string | null): number => {
  const at = events.findIndex((event) => event.id === id);
  return at === -1 ? events.length : at;
};

/** Pixels from the top at which the newest event counts as visible. */
const atTopPx = 8;

export const useNewEvents = (events: readonly ListenedEvent[]) => {
  const [left, setLeft] = useState<string | null>(null);
  // A cleared list didn't scroll, and the next one starts at the top.
  if (left !== null && events.length === 0) setLeft(null);
  return {
    count: left === null ? 0 : newerThan(events, left),
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const isAtTop = currentTarget.scrollTop <= atTopPx;
      setLeft((before) => (isAtTop ? null : (before ?? events[0]?.id ?? null)));
    },
  };
};

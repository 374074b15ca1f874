import type { EventPage } from '../event-client.ts';

/** A page of a feed with events of these ids, of which nothing else is known. */
export const eventPageOf = (next: string, ids: readonly string[] = []): EventPage => ({
  next,
  isFull: false,
  events: ids.map((id) => ({
    id,
    type: null,
    timestamp: null,
    previousStatus: null,
    sequence: null,
    migration: null,
    body: '{}',
  })),
});

import type { EventPage } from '../event-client.ts';

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

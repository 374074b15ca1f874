import type { ListenedAttempt, ListenedEvent, ListenerState } from '../console-contract/listener-calls.ts';
import type { OfProfile } from './data-call.ts';

export interface StoredListener extends Pick<ListenerState, 'isOn' | 'isPaused' | 'address'> {
  readonly secret: string;
  /** The secret before a rotation. Erased at the end of the overlap. */
  readonly previousSecret: string | null;
  readonly renewedAt: number | null;
  readonly service: string;
  /** Cursor in the feed. Null starts with new events. */
  readonly cursor: string | null;
  /** Time of the last cursor write, in ms since 1970. All events before this time have been read. */
  readonly keptAt: number | null;
  /** Time at which the service reported deleted events, in ms since 1970. */
  readonly gapAt: number | null;
  readonly gapFrom: number | null;
  /** Time of the oldest event after the gap. Null if there was none. */
  readonly gapUntil: number | null;
}

type NewEvent = Pick<
  ListenedEvent,
  'id' | 'type' | 'timestamp' | 'migrationId' | 'companyId' | 'previousStatus' | 'status'
> & { readonly body: string };

interface NextEvent {
  readonly id: string;
  readonly body: string;
  readonly tries: number;
  readonly nextAt: number;
}

/** Calls of the data process about the listener. Times in ms since 1970. */
export interface ListenerCalls {
  readonly listenerOf: (args: OfProfile) => StoredListener | null;
  /**
   * Changes only these fields, even if other fields changed in the meantime. If no listener is stored, stores `initial`
   * with the changes. Returns null if there is neither a stored listener nor `initial`.
   */
  readonly changeListener: (
    args: OfProfile & { change: Partial<StoredListener>; initial: StoredListener | null },
  ) => StoredListener | null;
  /**
   * Stores events and the next cursor in one transaction. Known events stay unchanged. Locally created events have no
   * feed position. Returns the number of pending events.
   */
  readonly keepEvents: (
    args: OfProfile & {
      place: { readonly cursor: string; readonly service: string } | null;
      events: readonly NewEvent[];
      state: 'waiting' | 'shown';
      at: number;
    },
  ) => number;
  readonly listenedEvents: (args: OfProfile & { limit: number }) => Pick<ListenerState, 'counts' | 'events'>;
  readonly listenedEvent: (
    args: OfProfile & { id: string },
  ) => { readonly body: string; readonly attempts: ListenedAttempt[] } | null;
  readonly nextEvent: (args: OfProfile) => NextEvent | null;
  /** Returns the number of pending events. An attempt that sent no request isn't counted. */
  readonly keepAttempt: (
    args: OfProfile & {
      id: string;
      attempt: ListenedAttempt;
      wasSent: boolean;
      state: ListenedEvent['state'];
      nextAt: number;
    },
  ) => number;
  readonly resendEvents: (args: OfProfile & { id: string | null }) => number;
  readonly clearEvents: (args: OfProfile & { waiting: boolean }) => number;
}

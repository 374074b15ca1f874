import { randomUUID } from 'node:crypto';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { StatusDetails } from './status-details.ts';
import { statusEventType } from '#shared/webhooks-api/event-types.ts';

export interface StatusChange {
  readonly organization: number;
  readonly json: string;
  /** Null for a new migration. */
  readonly previousStatus: MigrationStatus | null;
  /** Number of the event within its migration, from 1. */
  readonly sequence: number;
  /** Undefined unless the status is final. */
  readonly details?: StatusDetails | undefined;
  /** Time of the change by the organization's clock, in milliseconds since 1970. */
  readonly at: number;
  /** The backend's own data about the session, as JSON. */
  readonly metadata: string | null;
}

export interface StoredEvent {
  /** Number of the event within its organization, in commit order and without gaps. */
  readonly position: number;
  readonly id: string;
  /** JSON, delivered byte for byte. */
  readonly body: string;
}

let lastTime = { at: 0, text: new Date(0).toISOString() };
const timeText = (at: number): string => {
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
};

export const newEvent = ({
  json,
  previousStatus,
  sequence,
  details,
  at,
  metadata,
}: StatusChange): Omit<StoredEvent, 'position'> => {
  const detailsJson = details === undefined ? '' : `,"details":${JSON.stringify(details)}`;
  const metadataJson = metadata === null ? '' : `,"metadata":${metadata}`;
  const previous = previousStatus === null ? 'null' : `"${previousStatus}"`;
  return {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    body: `{"type":"${statusEventType}","timestamp":"${timeText(at)}","data":${json},"previous_status":${previous},"sequence":${sequence}${detailsJson}${metadataJson}}`,
  };
};

interface EventReadResult {
  /** Random ID of this event sequence. Cursors from another epoch are rejected. */
  readonly epoch: string;
  /** Position of the oldest event, or of the next event if none is stored. */
  readonly first: number;
  readonly head: number;
  readonly events: readonly StoredEvent[];
}

/**
 * An event is written in the transaction of its change, which locks the organization's event counter until the commit.
 * So events commit in order of position, and a reader never misses an event.
 */
export interface EventStore {
  /** Returns up to `limit` events after a position, oldest first. */
  readAfter(organization: number, position: number, limit: number): Promise<EventReadResult>;
  /** Returns the position of each organization's last event. */
  heads(organizations?: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Calls the listener after each commit of this process that wrote events. Returns a function that removes it. */
  watch(listener: (organization: number) => void): () => void;
  /** Whether other processes write events too. `watch` doesn't report their events. */
  readonly isShared: boolean;
  /** Deletes up to `limit` events per organization that are older than `keptMs` by its clock. Returns their number. */
  forget(now: number, keptMs: number, limit: number): Promise<number>;
}

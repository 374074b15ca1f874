import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';
import { feedLimits, listEvents, webhookIdSchema } from '#shared/webhooks-api/events.ts';
import type { Clock } from '../clock/clock.ts';
import { judgeJson } from '../api-client/judge-reply.ts';
import { requestLimits } from '../api-client/limits.ts';
import type { Access, ServiceClient } from '../api-client/service-client.ts';

export interface FollowedEvent {
  /** Equal to the `webhook-id` header of the event's deliveries. */
  readonly id: string;
  readonly type: string | null;
  readonly timestamp: string | null;
  readonly previousStatus: string | null;
  readonly sequence: number | null;
  readonly migration: MigrationRow | null;
  readonly body: string;
}

export interface EventPage {
  readonly events: readonly FollowedEvent[];
  readonly next: string;
  readonly isFull: boolean;
}

/** @param waitSeconds maximum seconds that the service may hold the request until an event arrives */
export type RequestEvents = (
  access: Access,
  place: { readonly after: string; readonly waitSeconds: number },
  signal: AbortSignal,
) => Promise<Outcome<EventPage>>;

const readEvent = (value: unknown): FollowedEvent | null => {
  const event = asRecord(value);
  const id = webhookIdSchema.safeParse(event?.['id']);
  if (event === null || !id.success) return null;
  const { id: _id, ...delivered } = event;
  const migration = readMigration(event['data']);
  const sequence = event['sequence'];
  return {
    id: id.data,
    type: textOrNull(event['type']),
    timestamp: textOrNull(event['timestamp']),
    previousStatus: textOrNull(event['previous_status']),
    sequence: typeof sequence === 'number' ? sequence : null,
    migration: migration.ok ? migration.value : null,
    body: JSON.stringify(delivered),
  };
};

/** Returns the reason if the page is invalid. Without a cursor, reading can't continue after the page. */
const readPage = (json: unknown): EventPage | string => {
  const page = asRecord(json);
  const results = page?.['results'];
  const next = textOrNull(page?.['next']);
  if (!Array.isArray(results)) return 'The response has no "results".';
  if (next === null) return 'The response has no "next".';
  const events = results.map(readEvent).filter((event) => event !== null);
  return { events, next, isFull: results.length >= feedLimits.limit.max };
};

/** Sends each request once; the caller retries. */
export function eventsInBulk(client: Pick<ServiceClient, 'send'>, clock: Clock, label: string): RequestEvents {
  // Expected refusals (no feed, events expired) aren't logged as errors, because the caller reports them.
  const bulk = { label, refusalsExpected: true } as const;
  const logged = { operation: listEvents, queueMs: 0, bulk };
  return async (access, { after, waitSeconds }, signal) => {
    const query = new URLSearchParams({ after, limit: String(feedLimits.limit.max), wait: String(waitSeconds) });
    const waitMs = waitSeconds * 1_000;
    const { firstByteMs, totalMs } = requestLimits;
    const limits = { ...requestLimits, firstByteMs: firstByteMs + waitMs, totalMs: totalMs + waitMs };
    const request = { method: 'GET', path: `${listEvents.path}?${query}` } as const;
    const reply = await client.send(access, request, signal, judgeJson, {
      limits,
      maxTries: 1,
      logged,
      keepsKey: true,
    });
    if (!reply.ok) return reply;
    const page = readPage(reply.value.json);
    return typeof page === 'string' ? fail('unreadable_reply', clock.now(), { detail: page }) : succeed(page);
  };
}

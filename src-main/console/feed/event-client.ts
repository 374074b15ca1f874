import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { featuresPath, serviceFeaturesSchema } from '#shared/service-features.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';
import { feedLimits, listEvents, webhookIdSchema } from '#shared/webhooks-api/events.ts';
import type { Access, ApiClientPorts } from '../api-client/api-client.ts';
import { type BulkWork, recordAttempts, unreadOf } from '../api-client/attempt-record.ts';
import { judgeJson } from '../api-client/judge-reply.ts';
import { requestLimits } from '../api-client/limits.ts';
import { type SenderPorts, sendToService } from '../api-client/send-to-service.ts';

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

type EventClientPorts = SenderPorts & Pick<ApiClientPorts, 'record'>;

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

/** Sends each call once; callers retry. */
export function createEventClient(ports: EventClientPorts) {
  const { clock, record } = ports;
  const get = async (
    access: Access,
    path: string,
    // Without `bulk`, sends no key and logs nothing.
    { bulk, waitSeconds }: { readonly bulk: BulkWork | null; readonly waitSeconds: number },
    callSignal: AbortSignal,
  ) => {
    const waitMs = waitSeconds * 1_000;
    const { firstByteMs, totalMs } = requestLimits;
    const limits = { ...requestLimits, firstByteMs: firstByteMs + waitMs, totalMs: totalMs + waitMs };
    const message = { method: 'GET', path, isOpen: bulk === null } as const;
    const { request, sent, where } = await sendToService(ports, access, message, callSignal, { limits, maxTries: 1 });
    const judgement = judgeJson(sent, where, clock.now());
    if (record && bulk) {
      const call = { profileId: access.profileId, operation: listEvents, request, queueMs: 0, triesAllowed: 1, bulk };
      const json = judgement.ok ? { json: judgement.value.json } : {};
      recordAttempts(record, call, sent, { ...json, ...unreadOf(judgement) });
    }
    return access.ended.aborted ? fail('cancelled', clock.now()) : judgement;
  };
  return {
    features: async (access: Access, signal: AbortSignal) => {
      const reply = await get(access, featuresPath, { bulk: null, waitSeconds: 0 }, signal);
      if (!reply.ok) return reply;
      const result = serviceFeaturesSchema.safeParse(reply.value.json);
      return result.success ? succeed(result.data) : fail('unreadable_reply', clock.now());
    },
    eventsInBulk: (label: string): RequestEvents => {
      // Expected refusals (no feed, events expired) aren't logged as errors, because the caller reports them.
      const bulk = { label, refusalsExpected: true } as const;
      return async (access, { after, waitSeconds }, signal) => {
        const query = new URLSearchParams({ after, limit: String(feedLimits.limit.max), wait: String(waitSeconds) });
        const reply = await get(access, `${listEvents.path}?${query}`, { bulk, waitSeconds }, signal);
        if (!reply.ok) return reply;
        const page = readPage(reply.value.json);
        return typeof page === 'string' ? fail('unreadable_reply', clock.now(), { detail: page }) : succeed(page);
      };
    },
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { latestCursor, listEvents } from '#shared/webhooks-api/events.ts';
import { mergeQueries } from '../http/callers.ts';
import { type CredentialChecks, jsonText, mountOperations } from '../http/mount-operations.ts';
import { refuse } from '../http/refusal.ts';
import type { EventStore } from '../store/event-store.ts';
import { createEventWaiters } from './event-waiters.ts';

/** A position in an organization's events. A cursor without an epoch is the start, and always valid. */
interface Cursor {
  readonly epoch?: string;
  readonly position: number;
}

const cursorText = ({ epoch, position }: Required<Cursor>): string =>
  Buffer.from(`${epoch} ${position}`).toString('base64url');

const readCursor = (text: string): Cursor | undefined => {
  if (text === '') return { position: 0 };
  if (text === latestCursor) return { position: Number.MAX_SAFE_INTEGER };
  const [, epoch, digits] = /^([\w-]+) (\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (epoch === undefined || digits === undefined) return undefined;
  const cursor = { epoch, position: Number(digits) };
  return cursorText(cursor) === text ? cursor : undefined;
};

const refuseCursor = (): never => refuse(400, `after must be a cursor from this service, or ${latestCursor}.`);

const refusePastCursor = (): never =>
  refuse(
    410,
    'Some events after this cursor were deleted. Read all migrations once, then start again without the after parameter.',
  );

/** Calls `leave` when the client has disconnected or half-closed. Returns a function that removes the listeners. */
export const onDisconnect = ({ raw: { socket } }: Pick<FastifyRequest, 'raw'>, leave: () => void): (() => void) => {
  const events = ['end', 'close'] as const;
  for (const event of events) socket.once(event, leave);
  if (socket.destroyed || socket.readableEnded) leave();
  return () => {
    for (const event of events) socket.off(event, leave);
  };
};

const feedCalls = { listEvents };

/** `GET /webhooks/v1/events`: returns an organization's events after a cursor, or waits for the next event. */
export const mountEventFeed = (app: FastifyInstance, events: EventStore, checks: CredentialChecks): void => {
  const waiters = createEventWaiters(events);
  app.addHook('preClose', async () => waiters.end());

  // Merges equal queries, because an event wakes all waiting requests, and most have the same position.
  const readOnce = mergeQueries((question) => {
    const [organization = 0, position = 0, limit = 0] = question.split(' ').map(Number);
    return events.readAfter(organization, position, limit);
  });
  const readAfter = async (organization: number, { epoch, position }: Cursor, limit: number) => {
    const readResult = await readOnce(`${organization} ${position} ${limit}`);
    const isKept = readResult.epoch === epoch && position >= readResult.first - 1 && position <= readResult.head;
    if (epoch !== undefined && !isKept) return refusePastCursor();
    const next = { epoch: readResult.epoch, position: readResult.events.at(-1)?.position ?? readResult.head };
    return { events: readResult.events, next };
  };

  mountOperations(app, checks, feedCalls, {
    listEvents: async ({ query: { after, limit, wait }, caller: { organization } }, request) => {
      let cursor = readCursor(after);
      if (cursor === undefined) return refuseCursor();
      const waiter = waiters.enter(organization, wait * 1_000);
      const stopWatching = onDisconnect(request, waiter.leave);
      try {
        for (;;) {
          const page = await readAfter(organization, cursor, limit);
          cursor = page.next;
          if (page.events.length === 0 && (await waiter.changedAfter(cursor.position))) continue;
          // The key may have been revoked during the wait.
          if (wait > 0) await checks['api-key'](request);
          const results = page.events.map(({ id, body }) => `{"id":"${id}",${body.slice(1)}`);
          return jsonText(`{"results":[${results.join(',')}],"next":"${cursorText(page.next)}"}`);
        }
      } finally {
        stopWatching();
        waiter.leave();
      }
    },
  });
};

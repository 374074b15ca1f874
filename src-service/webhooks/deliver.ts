import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as giveTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { signatureHeaders } from '#shared/webhooks-api/signature.ts';
import type { WebhookWatch } from '../operations/watches.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedDelivery, FinishedTry } from '../store/webhook-store.ts';
import { pauseAfter } from './schedule.ts';
import type { Sender } from './send-request.ts';
import { hmacSha256 } from './webhook-secrets.ts';

/** Polling interval for due deliveries; other instances may have written events. */
const lookEveryMs = 500;
/** Longer than any attempt. Another instance retries the claims of a stopped one afterwards. */
const leaseMs = 30_000;
/** Tries at the same time: in all, of one organization, of one endpoint, and of one whose last tries failed or were slow. */
const maxRunning = { inAll: 256, perOrganization: 32, perEndpoint: 8, perFailing: 1 };
const eventsAtOnce = 200;
const rowsAtOnce = 500;
/** Tries that run when the service ends have so long to come to their end. */
const endsWithinMs = 1_000;
const releaseMs = 500;

const goneStatus = 410;

interface DeliveryOptions {
  readonly store: Pick<Store, 'webhooks' | 'events' | 'clock'>;
  readonly sender: Sender;
  readonly logger: FastifyBaseLogger;
  readonly watch?: WebhookWatch | undefined;
  readonly lookEveryMs?: number | undefined;
}

/** Delivers events until it is stopped. */
export interface DeliveryWork {
  stop(): Promise<void>;
}

/** Tries a claimed delivery once. The timestamp is the system's: a receiver compares it with its own clock. */
const tryOnce = async (sender: Sender, claimed: ClaimedDelivery, signal: AbortSignal): Promise<FinishedTry> => {
  const message = { id: claimed.eventId, timestamp: Math.floor(Date.now() / 1_000), body: claimed.body };
  const headers = signatureHeaders(hmacSha256, claimed.secrets, message);
  const { retryAfter, ...attempt } = await sender.send({ url: claimed.url, headers, body: claimed.body }, signal);
  return { attempt, pause: pauseAfter(claimed.tries + 1, retryAfter), isDeleted: attempt.status === goneStatus };
};

/**
 * Creates deliveries for events and sends due ones until stopped. All state is in the store: a killed process loses
 * nothing, and only one instance makes each attempt.
 */
export const startDelivery = ({ store, sender, logger, watch, ...options }: DeliveryOptions): DeliveryWork => {
  const { webhooks, events, clock } = store;
  const instance = randomUUID();
  let claims = 0;
  const end = new AbortController();
  const cut = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let wake = Promise.withResolvers<void>();
  const look = (): void => wake.resolve();
  const unwatch = events.watch(look);

  const logFailure = (error: unknown, message: string): void =>
    logger.error({ error: error instanceof Error ? error.message : String(error) }, message);
  const finish = async (claimed: ClaimedDelivery): Promise<void> => {
    try {
      const done = await tryOnce(sender, claimed, cut.signal);
      // A try that the end of the service has cut is none: it is given back and made again.
      if (cut.signal.aborted && done.attempt.error !== null) return;
      const disabled = await webhooks.finish(claimed, done, await clock.now());
      watch?.tried(done.attempt.error === null ? 'delivered' : 'failed');
      if (disabled !== undefined) logger.warn({ endpoint: claimed.endpoint, reason: disabled }, 'disabled an endpoint');
    } catch (error) {
      // The claim expires, and the delivery is retried.
      logFailure(error, 'could not store a delivery attempt');
    }
  };
  const start = (claimed: ClaimedDelivery): void => {
    const work = finish(claimed).finally(() => {
      inFlight.delete(work);
      look();
    });
    inFlight.add(work);
  };

  /** What cannot be done for one organization holds up no delivery of the others. */
  const orNothing = async (work: Promise<number>, message: string): Promise<number> => {
    try {
      return await work;
    } catch (error) {
      logFailure(error, message);
      watch?.lookFailed();
      return 0;
    }
  };

  /** One poll. Returns whether more work may be due. */
  const turn = async (): Promise<boolean> => {
    const now = await clock.now();
    const fanned = await orNothing(webhooks.fanOut(now, eventsAtOnce), 'could not create deliveries for events');
    const swept = await orNothing(webhooks.sweep(rowsAtOnce), 'could not clean up endpoints');
    const { inAll, ...shares } = maxRunning;
    const limit = inAll - inFlight.size;
    // A new ID each time, so that an expired claim differs from a later one of this process.
    const claim = `${instance}:${claims++}`;
    const claimed = limit > 0 ? await webhooks.claim({ now, claim, leaseMs, limit, ...shares }) : [];
    for (const one of claimed) start(one);
    return fanned + swept > 0;
  };

  const work = async (): Promise<void> => {
    // Who has the store alone need not wait for claims of the process before.
    if (!events.isShared) await webhooks.release(undefined).catch(() => {});
    while (!end.signal.aborted) {
      wake = Promise.withResolvers();
      let hasMore = false;
      try {
        hasMore = await turn();
      } catch (error) {
        logFailure(error, 'could not poll for deliveries');
        watch?.lookFailed();
      }
      if (hasMore) {
        // What SQLite answers comes without a turn of the event loop: no request, timer or signal would come in between.
        await giveTurn();
        continue;
      }
      const pause = new AbortController();
      const waited = delay(options.lookEveryMs ?? lookEveryMs, undefined, { signal: pause.signal }).catch(() => {});
      await Promise.race([waited, wake.promise]);
      pause.abort();
    }
  };
  const working = work();

  return {
    stop: async () => {
      unwatch();
      end.abort();
      look();
      await working;
      const grace = new AbortController();
      const late = delay(endsWithinMs, undefined, { signal: grace.signal }).catch(() => {});
      await Promise.race([Promise.all(inFlight), late]);
      grace.abort();
      const isCut = inFlight.size > 0;
      cut.abort();
      await Promise.all(inFlight);
      sender.close();
      // An unavailable store must not delay shutdown. Claims expire by themselves.
      if (isCut)
        await Promise.race([
          webhooks.release(`${instance}:`).catch(() => {}),
          delay(releaseMs, undefined, { ref: false }),
        ]);
    },
  };
};

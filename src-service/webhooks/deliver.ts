import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as giveTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { signatureHeaders } from '#shared/webhooks-api/signature.ts';
import { createFailureLog, type FailureLog } from '../operations/failure-log.ts';
import type { WebhookWatch } from '../operations/watches.ts';
import { waitAtMost } from '../store/base/wait-at-most.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedDelivery, FinishedAttempt } from '../store/webhooks/webhook-store.ts';
import { retryDelayAfter } from './schedule.ts';
import type { Sender } from './send-request.ts';
import { hmacSha256 } from './webhook-secrets.ts';

/** Polling interval for due deliveries, and for events that other instances have written. */
const pollEveryMs = 500;
/** Validity of a claim; longer than any attempt. Afterwards, another instance retries a stopped instance's claims. */
const leaseMs = 30_000;
const maxRunning = { inAll: 256, perOrganization: 32, perFailing: 1 };
export const defaultConcurrency = 8;
const eventsPerBatch = 200;
const rowsPerBatch = 500;
/** Batches results for this time, up to `resultsPerBatch`. */
const storeAfterMs = 5;
const resultsPerBatch = 100;
/** At shutdown, running attempts get this long to finish. */
const endsWithinMs = 1_000;
const releaseMs = 500;

const goneStatus = 410;

interface DeliveryOptions {
  readonly store: Pick<Store, 'webhooks' | 'events' | 'clock'>;
  readonly sender: Sender;
  readonly logger: FastifyBaseLogger;
  readonly failures?: FailureLog | undefined;
  readonly watch?: WebhookWatch | undefined;
  readonly pollEveryMs?: number | undefined;
  /** Concurrent attempts per endpoint, across all instances. */
  readonly concurrency?: number | undefined;
}

/** Attempts a claimed delivery once. The timestamp uses the system clock, like the receiver's check. */
const tryOnce = async (sender: Sender, claimed: ClaimedDelivery, signal: AbortSignal): Promise<FinishedAttempt> => {
  const message = { id: claimed.eventId, timestamp: Math.floor(Date.now() / 1_000), body: claimed.body };
  const headers = signatureHeaders(hmacSha256, claimed.secrets, message);
  const { retryAfter, ...attempt } = await sender.send({ url: claimed.url, headers, body: claimed.body }, signal);
  return { attempt, pause: retryDelayAfter(claimed.tries + 1, retryAfter), isDeleted: attempt.status === goneStatus };
};

/** All state is in the store, so a killed process loses nothing, and only one instance makes each attempt. */
export const startDelivery = ({
  store,
  sender,
  logger,
  watch,
  failures = createFailureLog(logger),
  ...options
}: DeliveryOptions) => {
  const { webhooks, events, clock } = store;
  const everyMs = options.pollEveryMs ?? pollEveryMs;
  const perEndpoint = options.concurrency ?? defaultConcurrency;
  const instance = randomUUID();
  let claims = 0;
  const end = new AbortController();
  const cutController = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let wake = Promise.withResolvers<void>();
  const wakeLoop = (): void => wake.resolve();
  /** Time of the next poll. Only polls find other instances' events, and endpoints to clean up. */
  let nextPollAt = 0;
  let hasEvents = true;
  const unwatch = events.watch(() => {
    hasEvents = true;
    wakeLoop();
  });

  const storeResults = async (tries: readonly (readonly [ClaimedDelivery, FinishedAttempt])[]): Promise<void> => {
    const disabledEndpoints = await webhooks.finish(tries, await clock.now());
    for (const one of disabledEndpoints) logger.warn(one, 'disabled an endpoint');
  };
  let pendingBatch:
    | { readonly tries: [ClaimedDelivery, FinishedAttempt][]; readonly stored: Promise<void> }
    | undefined;
  const storeLater = (claimed: ClaimedDelivery, done: FinishedAttempt): Promise<void> => {
    if (pendingBatch === undefined || pendingBatch.tries.length >= resultsPerBatch) {
      const tries: [ClaimedDelivery, FinishedAttempt][] = [];
      const stored = delay(storeAfterMs).then(() => {
        if (pendingBatch?.tries === tries) pendingBatch = undefined;
        return storeResults(tries);
      });
      pendingBatch = { tries, stored };
    }
    pendingBatch.tries.push([claimed, done]);
    return pendingBatch.stored;
  };
  const finish = async (claimed: ClaimedDelivery): Promise<void> => {
    try {
      const finishedAttempt = await tryOnce(sender, claimed, cutController.signal);
      // Shutdown aborted this attempt, so it doesn't count. The claim is released and the delivery retried.
      if (cutController.signal.aborted && finishedAttempt.attempt.error !== null) return;
      await storeLater(claimed, finishedAttempt);
      watch?.tried(
        finishedAttempt.attempt.error === null ? 'delivered' : 'failed',
        finishedAttempt.attempt.duration_ms,
      );
    } catch (error) {
      // The claim expires, and the delivery is retried.
      failures.add(error, 'could not store a delivery attempt');
    }
  };
  const start = (claimed: ClaimedDelivery): void => {
    const work = finish(claimed).finally(() => {
      inFlight.delete(work);
      wakeLoop();
    });
    inFlight.add(work);
  };

  /** Logs an error and returns 0, so that one failure doesn't stop other deliveries. */
  const zeroOnError = async (work: Promise<number>, message: string): Promise<number> => {
    try {
      return await work;
    } catch (error) {
      failures.add(error, message);
      watch?.pollFailed();
      return 0;
    }
  };

  /** Returns whether more work may be due. */
  const runRound = async (): Promise<boolean> => {
    const now = await clock.now();
    const isPollDue = performance.now() >= nextPollAt;
    const pollsEvents = hasEvents || isPollDue;
    hasEvents = false;
    if (isPollDue) nextPollAt = performance.now() + everyMs;
    const deliveriesAdded = pollsEvents
      ? await zeroOnError(webhooks.fanOut(now, eventsPerBatch), 'could not create deliveries for events')
      : 0;
    const sweptCount = isPollDue ? await zeroOnError(webhooks.sweep(rowsPerBatch), 'could not clean up endpoints') : 0;
    hasEvents ||= deliveriesAdded > 0;
    if (sweptCount > 0) nextPollAt = 0;
    const { inAll, perOrganization, perFailing } = maxRunning;
    const shares = { perOrganization: Math.max(perOrganization, perEndpoint), perEndpoint, perFailing };
    const limit = inAll - inFlight.size;
    // A new ID for each claim, so that an expired claim differs from a later claim of this process.
    const claim = `${instance}:${claims++}`;
    const claimedDeliveries = limit > 0 ? await webhooks.claim({ now, claim, leaseMs, limit, ...shares }) : [];
    for (const one of claimedDeliveries) start(one);
    return deliveriesAdded + sweptCount > 0;
  };

  const work = async (): Promise<void> => {
    // A process with exclusive use of the store needn't wait until the claims of the previous process expire.
    if (!events.isShared) await webhooks.release(undefined).catch(() => {});
    while (!end.signal.aborted) {
      wake = Promise.withResolvers();
      let hasMore = false;
      try {
        hasMore = await runRound();
      } catch (error) {
        failures.add(error, 'could not poll for deliveries');
        watch?.pollFailed();
      }
      if (hasMore) {
        // SQLite calls are synchronous, so this yields to requests, timers and signals.
        await giveTurn();
        continue;
      }
      await waitAtMost(everyMs, wake.promise);
    }
  };
  const pendingWork = work();

  return {
    stop: async (): Promise<void> => {
      unwatch();
      end.abort();
      wakeLoop();
      await pendingWork;
      await waitAtMost(endsWithinMs, Promise.all(inFlight));
      const isCut = inFlight.size > 0;
      cutController.abort();
      await Promise.all(inFlight);
      sender.close();
      // Shutdown doesn't wait for an unavailable store. Claims expire automatically.
      if (isCut) await waitAtMost(releaseMs, webhooks.release(`${instance}:`));
    },
  };
};

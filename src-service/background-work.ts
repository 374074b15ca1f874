import type { FastifyBaseLogger } from 'fastify';
import { feedLimits } from '#shared/webhooks-api/events.ts';
import { eraseOld } from './erasure/erase-old.ts';
import { takeDueStep } from './migration-engine/run.ts';
import { forgetReports } from './reports/forget-reports.ts';
import { inBatches } from './store/base/in-batches.ts';
import { repeat } from './store/base/repeat.ts';
import { waitAtMost } from './store/base/wait-at-most.ts';
import type { FailureLog } from './operations/failure-log.ts';
import type { EngineWatch } from './operations/watches.ts';
import type { Store } from './store/store.ts';

/** Polling interval of the engine. The API contract allows 3 s between a step's due time and the new status. */
const pollEveryMs = 500;
const concurrency = 200;

/** Finds and writes each step in one transaction, so a killed process loses none and several engines run each once. */
export const createEngine = ({ runs, clock }: Pick<Store, 'runs' | 'clock'>) => ({
  /** Returns the number of moved runs. `waitsForOthers` also waits for runs that another instance is moving. */
  tick: async (waitsForOthers?: boolean) => runs.moveDue(await clock.now(), concurrency, takeDueStep, waitsForOthers),
});

/** Returns a function that stops the engine. */
export const startEngine = (
  store: Pick<Store, 'runs' | 'clock'>,
  logger: FastifyBaseLogger,
  failures: FailureLog,
  watch?: EngineWatch | undefined,
) => {
  const { tick } = createEngine(store);
  return repeat(pollEveryMs, async () => {
    try {
      const movedCount = await tick();
      if (movedCount > 0) logger.debug({ moved: movedCount }, 'advanced migrations');
      watch?.moved(movedCount);
    } catch (error) {
      watch?.failed();
      failures.add(error, 'could not advance migrations');
    }
  });
};

const housekeepingIntervalMs = 60_000;
const lastWriteTimeoutMs = 500;
/** Keeps expired tokens this long, so that late requests still get the reason for the refusal. */
const tokensStayMs = 24 * 3_600_000;
const eventsStayMs = feedLimits.keptDays * 24 * 3_600_000;
const eventsPerBatch = 1_000;
const deliveriesPerBatch = 500;
const lastWritesPerBatch = 1_000;
const sessionsPerBatch = 100;
const maxBatches = 100;

interface HousekeepingOptions {
  readonly store: Store;
  readonly failures: FailureLog;
  readonly writeCounts: () => Promise<void>;
  /** Retention in days. Defaults: migrations and the audit log forever, activity 90 days. */
  readonly retain: Readonly<Partial<Record<'migrations' | 'activity' | 'audit', number | undefined>>>;
}

/** Returns a function that stops the housekeeping. */
export const startHousekeeping = ({ store, failures, writeCounts, retain }: HousekeepingOptions) => {
  const eraseNext = retain.migrations === undefined ? undefined : eraseOld(store, retain.migrations);
  const auditStaysMs = retain.audit === undefined ? undefined : retain.audit * 24 * 3_600_000;
  const stop = repeat(housekeepingIntervalMs, async () => {
    try {
      const now = await store.clock.now();
      await store.keys.expire(now);
      await store.tokens.forget(now - tokensStayMs);
      await store.rateLimits.forget(now);
      await store.people.forget(now);
      await store.copiedItems.forgetPairLeases(now);
      // Small batches, so that other writers don't wait long. The next run continues.
      await inBatches(() => store.events.forget(now, eventsStayMs, eventsPerBatch), maxBatches);
      await inBatches(() => store.webhooks.forget(now, deliveriesPerBatch), maxBatches);
      await inBatches(() => forgetReports(store, now), maxBatches);
      await inBatches(() => store.activity.forget(now, sessionsPerBatch, retain.activity), maxBatches);
      await inBatches(() => store.copiedItems.forgetLastWrites(now, lastWritesPerBatch), maxBatches);
      if (auditStaysMs !== undefined) await inBatches(() => store.audit.forget(now - auditStaysMs, now), maxBatches);
      if (eraseNext !== undefined) await inBatches(() => eraseNext(now), maxBatches);
      await writeCounts();
    } catch (error) {
      failures.add(error, 'could not clean up the store');
    }
  });
  return async (): Promise<void> => {
    await stop();
    // An unavailable store must not delay shutdown.
    await waitAtMost(lastWriteTimeoutMs, writeCounts());
  };
};

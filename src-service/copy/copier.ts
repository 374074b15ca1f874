import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { awaitsHolder, type CopyState, leaseMs } from '../migration-engine/copy-state.ts';
import { applyEvent, type Run } from '../migration-engine/run.ts';
import { type Destination, LoginRefused, ServerAway, type SourceAccount } from '../providers/copy-ports.ts';
import type { Clock } from '../store/clock.ts';
import type { StoredRun } from '../store/run-store.ts';
import type { Store } from '../store/store.ts';
import { type CopyProgress, createCopy } from './copy-collections.ts';

/** How often a held log-in looks whether its copy may begin, and how often a copy says that it is alive. */
const lookEveryMs = 500;
const renewEveryMs = 1_000;
/** Pauses while a server is away, the last one again and again. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** A server that is away for longer than this, without an item in between, ends the copy. */
const patienceMs = 600_000;

interface HeldCopy {
  readonly organization: number;
  readonly migrationId: string;
}

interface CopierOptions {
  readonly store: Pick<Store, 'runs' | 'copiedItems'>;
  readonly clock: Clock;
  readonly destinationOf: (organization: number) => Promise<Destination | undefined>;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly patienceMs?: number | undefined;
}

/** Copies for the log-ins that reached this instance. */
export interface Copier {
  /** Keeps a log-in in memory until its copy has ended. */
  hold(copy: HeldCopy, account: SourceAccount): void;
  /** Ends what is under way; leases run out, and another instance asks for the log-in again. */
  stop(): Promise<void>;
}

type StoredCopy = StoredRun & { readonly run: Run & { readonly copy: CopyState } };

const isCopy = (stored: StoredRun | undefined): stored is StoredCopy => stored?.run.copy !== undefined;

/**
 * Runs copies. Only the instance that was logged in to can: the password is in its memory and nowhere else. It holds a
 * lease on the run, renewed each second; one that runs out leads to a question, by the same step as any other due time.
 */
export const startCopier = (options: CopierOptions): Copier => {
  const { store, clock, destinationOf, logger, patienceMs: patience = patienceMs } = options;
  const holder = randomUUID();
  const held = new Map<string, { readonly copy: HeldCopy; readonly account: SourceAccount; ends?: Promise<void> }>();
  const stopping = new AbortController();

  const find = async ({ organization, migrationId }: HeldCopy): Promise<StoredRun | undefined> =>
    (await store.runs.find(organization, migrationId))?.stored;

  /** Writes a run that this instance copies, and only as long as it does; undefined where it does not any more. */
  const change = async (copy: HeldCopy, make: (run: StoredCopy['run'], now: number) => Run | undefined) => {
    for (;;) {
      const stored = await find(copy);
      if (!isCopy(stored) || stored.run.status !== 'WORKING' || stored.run.copy.lease.holder !== holder)
        return undefined;
      const now = await clock.now(copy.organization);
      const run = make(stored.run, now);
      if (run === undefined) return undefined;
      if (await store.runs.save({ migration: stored.migration, version: stored.version, run }, now)) return run;
    }
  };

  const renew = (copy: HeldCopy, progress: CopyProgress) =>
    change(copy, (run, now) => ({
      ...run,
      copy: { ...run.copy, collections: progress.collections(), lease: { holder, until: now + leaseMs } },
    }));

  const end = (copy: HeldCopy, event: MigrationEvent, more: Partial<CopyState>) =>
    change(copy, (run, now) => {
      const moved = applyEvent(run, event, now);
      return moved && { ...moved, copy: { ...run.copy, ...more } };
    });

  const finish = async (copy: HeldCopy, progress: CopyProgress): Promise<void> => {
    const collections = progress.collections();
    const conflicts = progress.conflicts();
    if (conflicts > 0) await end(copy, 'question', { collections, conflicts, asks: 'conflicts' });
    else {
      const hasGaps = collections.some(({ failed }) => failed > 0);
      await end(copy, hasGaps ? 'copied_with_gaps' : 'copied', { collections, conflicts });
    }
  };

  /** Copies until everything is done, and waits where a server is away; false where it was away for too long. */
  const persist = async (progress: CopyProgress, signal: AbortSignal): Promise<boolean> => {
    const doneBy = (): number => progress.collections().reduce((sum, { done, failed }) => sum + done + failed, 0);
    let [since, done] = [Date.now(), 0];
    for (let tries = 0; ; tries++) {
      try {
        await progress.run();
        return true;
      } catch (error) {
        if (!(error instanceof ServerAway)) throw error;
        if (doneBy() > done) [since, done, tries] = [Date.now(), doneBy(), 0];
        if (Date.now() - since > patience) return false;
        logger.warn({ error: error.message }, 'a copy waits for a server');
        await delay(pauses[Math.min(tries, pauses.length - 1)], undefined, { signal });
      }
    }
  };

  const runCopy = async (copy: HeldCopy, account: SourceAccount, state: CopyState): Promise<void> => {
    const destination = await destinationOf(copy.organization);
    if (destination === undefined) return void (await end(copy, 'broke_off', {}));
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, stopping.signal]);
    const { migrationId } = copy;
    const now = () => clock.now(copy.organization);
    const progress = createCopy(state, { migrationId, account, destination, items: store.copiedItems, signal, now });
    const renewing = (async () => {
      while (!signal.aborted) {
        await delay(renewEveryMs, undefined, { signal, ref: false }).catch(() => {});
        if (!signal.aborted && (await renew(copy, progress).catch(() => 'later')) === undefined) lost.abort();
      }
    })();
    try {
      if (await persist(progress, signal)) await finish(copy, progress);
      else await end(copy, 'broke_off', { collections: progress.collections() });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof LoginRefused)) throw error;
      held.delete(migrationId);
      await end(copy, 'question', { collections: progress.collections(), asks: 'login' });
    } finally {
      lost.abort();
      await renewing;
    }
  };

  /** The run with this instance as the holder of its lease, where nobody else has it. */
  const take = async (copy: HeldCopy, stored: StoredCopy): Promise<CopyState | undefined> => {
    const now = await clock.now(copy.organization);
    const { run } = stored;
    const { lease, asks } = run.copy;
    // This very instance was away for so long that it counted as gone.
    const isBack = run.status === 'PENDING_USER_INPUT' && asks === 'login';
    const isFree = lease.holder === null || lease.holder === holder || lease.until <= now;
    const working = isBack ? applyEvent(run, 'answered', now) : run;
    if (working?.status !== 'WORKING' || !(isBack || isFree)) return undefined;
    const state: CopyState = { ...awaitsHolder(run.copy, now), lease: { holder, until: now + leaseMs } };
    const { migration, version } = stored;
    return (await store.runs.save({ migration, version, run: { ...working, copy: state } }, now)) ? state : undefined;
  };

  const look = async (copy: HeldCopy, account: SourceAccount): Promise<void> => {
    const stored = await find(copy);
    if (!isCopy(stored) || hasEnded(stored.run.status) || stored.run.copy.account !== account.id) {
      held.delete(copy.migrationId);
      return;
    }
    const state = await take(copy, stored);
    if (state !== undefined) await runCopy(copy, account, state);
  };

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await delay(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      for (const entry of held.values()) {
        if (stopping.signal.aborted) break;
        entry.ends ??= look(entry.copy, entry.account)
          .catch((error: unknown) =>
            logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'a copy was broken off'),
          )
          .finally(() => delete entry.ends);
      }
    }
  })();

  return {
    hold: (copy, account) => void held.set(copy.migrationId, { copy, account }),
    stop: async () => {
      stopping.abort();
      await looking;
      await Promise.all([...held.values()].map(({ ends }) => ends));
      held.clear();
    },
  };
};

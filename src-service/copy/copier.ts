import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import type { ContentWorker } from '../content-worker/content-worker.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { withPendingHolder, type CopyState, type CopyTrouble, leaseMs } from '../migration-engine/copy-state.ts';
import { advance, applyEvent, type Run } from '../migration-engine/run.ts';
import { ListTooLong, LoginRefused } from '../providers/copy-ports.ts';
import type { CopySource, CopyTarget } from '../providers/mail-ports.ts';
import type { Clock } from '../store/clock.ts';
import { messageOf } from '../store/base/message-of.ts';
import type { CopyKey } from '../store/copied-items.ts';
import type { StoredRun } from '../store/run-store.ts';
import type { CopyWatch } from '../operations/watches.ts';
import type { Store } from '../store/store.ts';
import { type CopyProgress, createCopy, pairOf } from './copy-collections.ts';
import { observeSide, troubleOf } from './failed-sides.ts';
import { createRemainingTime } from './remaining-time.ts';

/** How often an idle login checks whether its copy can start, and how often a running copy renews its lease. */
const pollEveryMs = 500;
const renewEveryMs = 1_000;
const backoffsMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** The copy ends if a server is unavailable this long and no item is copied. */
const retryWindowMs = 600_000;
/** Discards a login without a running copy after this time. The end user must then sign in again to copy. */
const maxIdleMs = 3_600_000;

/** A login in memory; `holder` is its ID for the lease. With several logins, the latest one runs the copy. */
interface HeldLogin extends CopyKey {
  readonly account: CopySource;
  readonly holder: string;
  /** Time when the login last became idle, in milliseconds of this process's clock. */
  idleSince: number;
}

interface CopierOptions {
  readonly store: Pick<Store, 'runs' | 'copiedItems'>;
  readonly clock: Clock;
  readonly destinationOf: (organization: number, owner: CopySource['owner']) => Promise<CopyTarget | undefined>;
  readonly content: ContentWorker;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly watch?: CopyWatch | undefined;
  readonly retryWindowMs?: number | undefined;
  readonly maxIdleMs?: number | undefined;
}

export interface Copier {
  /** Keeps a login in memory until its copy has finished. */
  hold(copy: CopyKey, account: CopySource): void;
  /** Stops running copies. Their leases expire, and another instance asks the end user to sign in again. */
  stop(): Promise<void>;
}

type StoredCopy = StoredRun & { readonly run: Run & { readonly copy: CopyState } };

const isCopy = (stored: StoredRun | undefined): stored is StoredCopy => stored?.run.copy !== undefined;

/**
 * Runs copies. Only the instance that received a login can run its copy, because only its memory has the password. It
 * leases the run and renews the lease every second. After the lease expires, the engine asks the end user to sign in
 * again.
 */
export const startCopier = (options: CopierOptions): Copier => {
  const { store, clock, destinationOf, content, logger, retryWindowMs: windowMs = retryWindowMs } = options;
  const entries = new Map<string, HeldLogin>();
  const polls = new Map<HeldLogin, Promise<void>>();
  const forget = (login: HeldLogin): void => {
    // Keeps a newer login for the same migration.
    if (entries.get(login.migrationId) === login) entries.delete(login.migrationId);
  };
  const stopping = new AbortController();

  const find = async ({ organization, migrationId }: CopyKey): Promise<StoredRun | undefined> =>
    (await store.runs.find(organization, migrationId))?.stored;

  /** Updates the run while this instance has the lease. Undefined after another instance took over. */
  const change = async (copy: HeldLogin, make: (run: StoredCopy['run'], now: number) => Run | undefined) => {
    for (;;) {
      const storedCopy = await find(copy);
      if (
        !isCopy(storedCopy) ||
        storedCopy.run.status !== 'WORKING' ||
        storedCopy.run.copy.lease.holder !== copy.holder
      )
        return undefined;
      const now = await clock.now(copy.organization);
      const run = make(storedCopy.run, now);
      if (run === undefined) return undefined;
      const { migration, version } = storedCopy;
      if (await store.runs.save({ migration, version, before: storedCopy.run, run }, now)) return run;
    }
  };

  const renew = (copy: HeldLogin, state: Pick<CopyState, 'collections' | 'trouble' | 'remaining'>) =>
    change(copy, (run, now) => ({
      ...run,
      copy: { ...run.copy, ...state, lease: { holder: copy.holder, until: now + leaseMs } },
    }));

  const end = (copy: HeldLogin, event: MigrationEvent, more: Partial<CopyState>) =>
    change(copy, (run, now) => applyEvent({ ...run, copy: { ...run.copy, ...more } }, event, now));

  const finish = async (copy: HeldLogin, progress: CopyProgress): Promise<void> => {
    const collections = progress.collections();
    const conflicts = progress.conflicts();
    if (conflicts > 0) await end(copy, 'question', { collections, conflicts, asks: 'conflicts', trouble: undefined });
    else {
      const hasGaps = collections.some(({ failed, isForbidden }) => failed > 0 || isForbidden);
      await end(copy, hasGaps ? 'copied_with_gaps' : 'copied', { collections, conflicts, trouble: undefined });
    }
  };

  /** Copies until done and retries after most errors. False after a permanent error or `windowMs` without progress. */
  const persist = async (
    progress: CopyProgress,
    signal: AbortSignal,
    pause: (trouble: CopyTrouble) => Promise<unknown>,
  ): Promise<boolean> => {
    let [since, steps] = [performance.now(), 0];
    for (let attempt = 0; ; attempt++) {
      try {
        await progress.run();
        return true;
      } catch (error) {
        if (signal.aborted || error instanceof LoginRefused) throw error;
        if (progress.steps() > steps) [since, steps, attempt] = [performance.now(), progress.steps(), 0];
        const isPermanent = error instanceof ListTooLong;
        const kind = troubleOf(error);
        if (isPermanent || performance.now() - since > windowMs) {
          await pause({ kind, attempts: attempt + 1, nextInMs: null });
          logger.warn({ error: messageOf(error) }, 'abandoned a copy');
          return false;
        }
        logger.warn({ error: messageOf(error) }, 'paused a copy');
        const nextInMs = backoffsMs[Math.min(attempt, backoffsMs.length - 1)] ?? 0;
        await pause({ kind, attempts: attempt + 1, nextInMs });
        await delay(nextInMs, undefined, { signal });
      }
    }
  };

  const runCopy = async (copy: HeldLogin, state: CopyState): Promise<void> => {
    const destination = await destinationOf(copy.organization, copy.account.owner);
    // After an interruption, the operator's files may name another account. One copy never uses two accounts.
    const isOtherDestination = state.destination !== undefined && state.destination !== destination?.id;
    if (destination === undefined || isOtherDestination) {
      const kind = destination === undefined ? 'destination_missing' : 'destination_changed';
      return void (await end(copy, 'broke_off', { trouble: { kind, attempts: 1, nextInMs: null } }));
    }
    const pinned = { destination: destination.id };
    if ((await change(copy, (run) => ({ ...run, copy: { ...run.copy, ...pinned } }))) === undefined) return;
    const lostLease = new AbortController();
    const signal = AbortSignal.any([lostLease.signal, stopping.signal]);
    const times = { source: 0, destination: 0 };
    const remainingTime = createRemainingTime(state.remaining);
    const account = observeSide(copy.account, 'source', times);
    const items = store.copiedItems;
    const pair = pairOf(copy, account, destination);
    let hasPairLease = false;
    const takePair = async (forMs = leaseMs): Promise<boolean> => {
      // Uses the store's own time, because control may move the organization's clock in either direction.
      const time = await clock.now();
      hasPairLease = await items.takePairLease(pair, time, time + forMs);
      return hasPairLease;
    };
    const progress = createCopy(state, {
      pair,
      account,
      destination: observeSide(destination, 'destination', times),
      items,
      content,
      signal,
      now: () => clock.now(copy.organization),
      times,
    });
    let trouble: { readonly last: CopyTrouble; readonly steps: number } | undefined;
    const currentTrouble = (): CopyTrouble | undefined =>
      trouble?.steps === progress.steps() ? trouble.last : undefined;
    const renewNow = () => {
      const [collections, current] = [progress.collections(), currentTrouble()];
      const measured = { at: performance.now(), times: { ...times }, trouble: current?.kind };
      return renew(copy, { collections, trouble: current, remaining: remainingTime(measured, collections) });
    };
    const pause = async (last: CopyTrouble): Promise<void> => {
      trouble = { last, steps: progress.steps() };
      // Ignores an error of the store, which may also be what interrupted the copy.
      await renewNow().catch(() => {});
    };
    const renewal = (async () => {
      while (!signal.aborted) {
        await delay(renewEveryMs, undefined, { signal, ref: false }).catch(() => {});
        if (signal.aborted) break;
        const isHeld = (await renewNow().catch(() => 'later')) !== undefined;
        if (!isHeld || (hasPairLease && !(await takePair().catch(() => true)))) lostLease.abort();
      }
    })();
    try {
      // Waits for the other migration: until its results are stored, its items look like changes at the destination.
      while (!(await takePair())) await delay(renewEveryMs, undefined, { signal });
      if (await persist(progress, signal, pause)) await finish(copy, progress);
      else await end(copy, 'broke_off', { collections: progress.collections() });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof LoginRefused)) throw error;
      forget(copy);
      await end(copy, 'question', { collections: progress.collections(), asks: 'login' });
    } finally {
      // If this instance lost a lease, another instance may hold the pair's lease, which then must not be released.
      const mayRelease = hasPairLease && !lostLease.signal.aborted;
      lostLease.abort();
      await renewal;
      // Ignores errors, because the lease expires anyway.
      if (mayRelease) await takePair(0).catch(() => {});
    }
  };

  const takeLease = async (copy: HeldLogin, stored: StoredCopy): Promise<CopyState | undefined> => {
    const now = await clock.now(copy.organization);
    const { run } = stored;
    // Doesn't overwrite a final step that is due, because the modal may already show the final status.
    if (hasEnded(advance(run, now).status)) return undefined;
    const { lease, asks } = run.copy;
    // This instance lost its lease while it was disconnected, and the modal asks for a new login.
    const asksForLogin = run.status === 'PENDING_USER_INPUT' && asks === 'login';
    const isFree = lease.holder === null || lease.holder === copy.holder || lease.until <= now;
    const workingRun = asksForLogin ? applyEvent(run, 'answered', now) : run;
    if (workingRun?.status !== 'WORKING' || !(asksForLogin || isFree)) return undefined;
    const state: CopyState = {
      ...withPendingHolder(run.copy, now),
      lease: { holder: copy.holder, until: now + leaseMs },
    };
    const { migration, version } = stored;
    return (await store.runs.save({ migration, version, before: run, run: { ...workingRun, copy: state } }, now))
      ? state
      : undefined;
  };

  const poll = async (login: HeldLogin): Promise<void> => {
    const storedCopy = await find(login);
    if (!isCopy(storedCopy) || hasEnded(storedCopy.run.status) || storedCopy.run.copy.account !== login.account.id)
      return forget(login);
    const state = await takeLease(login, storedCopy);
    if (state === undefined) {
      if (performance.now() - login.idleSince > (options.maxIdleMs ?? maxIdleMs)) forget(login);
      return;
    }
    options.watch?.copying(1);
    await runCopy(login, state).finally(() => options.watch?.copying(-1));
    login.idleSince = performance.now();
  };

  const pollOnce = async (login: HeldLogin): Promise<void> => {
    try {
      await poll(login);
    } catch (error) {
      logger.warn({ error: messageOf(error) }, 'a copy was interrupted');
    } finally {
      polls.delete(login);
    }
  };

  const pollLoop = (async () => {
    while (!stopping.signal.aborted) {
      await delay(pollEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) break;
      for (const login of entries.values()) if (!polls.has(login)) polls.set(login, pollOnce(login));
    }
  })();

  return {
    hold: ({ organization, migrationId }, account) => {
      const holder = randomUUID();
      entries.set(migrationId, { organization, migrationId, account, holder, idleSince: performance.now() });
    },
    stop: async () => {
      stopping.abort();
      await pollLoop;
      await Promise.all(polls.values());
      entries.clear();
    },
  };
};

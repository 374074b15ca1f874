import { asksForKey, isUnanswered, type AppErrorCode } from '#shared/app-error-codes.ts';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { mostWatched, type WatchChange, type WatchState } from '#shared/console-contract/watch-calls.ts';
import { keptStatus, type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import type { WatchList } from './watch-list.ts';

interface WatcherPorts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly list: WatchList;
  readonly activeId: () => string;
  /** Seconds between two looks at the same migration. */
  readonly seconds: () => number;
  /** From 0 to 1, without 1. */
  readonly random: () => number;
  readonly observer?: StatusObserver | undefined;
  readonly onState: (state: WatchState) => void;
  readonly onChange: (
    change: Pick<WatchChange, 'profileId' | 'id' | 'from' | 'to'> & { companyId: string | null },
  ) => void;
}

/** Looks at the watched migrations of the active profile, one request at a time (W9). */
export interface Watcher {
  readonly state: () => WatchState;
  readonly add: (id: string) => Promise<Outcome<WatchState>>;
  readonly remove: (id: string) => Promise<Outcome<WatchState>>;
  /** Looks at this one at once, where it is watched: something is known to have happened to it. */
  readonly lookSoon: (id: string) => void;
  /** Begins anew: another profile or another key, another rhythm, or the service answers again. */
  readonly restart: () => void;
  /** A call of the active profile was answered: what was paused goes on. */
  readonly onAnswered: () => void;
  readonly close: () => void;
}

interface Look {
  readonly at: number;
  readonly readAt: string | null;
  readonly problem: AppErrorCode | null;
  readonly companyId: string | null;
}

const isOver = (status: string | null): boolean => {
  const known = migrationStatuses.find((one: MigrationStatus) => one === status);
  return known !== undefined && hasEnded(known);
};

export function createWatcher(ports: WatcherPorts): Watcher {
  const { api, clock, list, activeId, observer } = ports;
  const looks = new Map<string, Look>();
  let paused: WatchState['paused'] = null;
  let stop = new AbortController();
  let running = false;
  let closed = false;

  const keyOf = (id: string) => `${activeId()} ${id}`;
  const state = (): WatchState => ({
    profileId: activeId(),
    paused,
    watched: list.of(activeId()).map(({ migrationId: id, status, changedAt, addedAt }) => {
      const { readAt = null, problem = null, companyId = null } = looks.get(keyOf(id)) ?? {};
      return { id, status, changedAt, addedAt, readAt, problem, companyId };
    }),
  });
  const tell = () => ports.onState(state());

  /** What has not ended, longest without a look first. */
  const nextOf = (profileId: string): StoredWatch | undefined => {
    const open = list.of(profileId).filter((one) => !isOver(one.status) || !looks.has(keyOf(one.migrationId)));
    return open.sort(
      (a, b) => (looks.get(keyOf(a.migrationId))?.at ?? 0) - (looks.get(keyOf(b.migrationId))?.at ?? 0),
    )[0];
  };
  const openCount = (profileId: string) => list.of(profileId).filter(({ status }) => !isOver(status)).length;

  const learn = async (watch: StoredWatch, row: MigrationRow) => {
    const { profileId, migrationId: id, status: from } = watch;
    const to = keptStatus(row.status);
    const now = clock.now().toISOString();
    looks.set(keyOf(id), { at: clock.monotonic(), readAt: now, problem: null, companyId: row.companyId });
    observer?.see(profileId, [row]);
    if (from === to) return;
    await list.update(profileId, id, { status: to, ...(from === null ? {} : { changedAt: now }) });
    if (from !== null) ports.onChange({ profileId, id, from, to, companyId: row.companyId });
  };

  const look = async (watch: StoredWatch, signal: AbortSignal): Promise<AppErrorCode | null> => {
    const reply = await api.inBulk('Watch').getMigration(watch.migrationId, signal);
    if (signal.aborted) return 'cancelled';
    const read = reply.ok ? readMigration(reply.value.json) : null;
    if (read?.ok) {
      await learn(watch, read.value);
      return null;
    }
    const problem = reply.ok ? 'unreadable_reply' : reply.error.code;
    const { readAt = null, companyId = null } = looks.get(keyOf(watch.migrationId)) ?? {};
    looks.set(keyOf(watch.migrationId), { at: clock.monotonic(), readAt, problem, companyId });
    return problem;
  };

  const pausedBy = (problem: AppErrorCode | null): WatchState['paused'] => {
    if (problem === null) return null;
    return isUnanswered(problem) ? 'offline' : asksForKey(problem) ? 'key' : null;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    for (let next = nextOf(activeId()); next && !signal.aborted; next = nextOf(activeId())) {
      const problem = await look(next, signal);
      if (signal.aborted) return;
      paused = pausedBy(problem);
      tell();
      // Without a key nothing is sent until a person did something about it.
      if (paused === 'key') return;
      const rhythm = ports.seconds() * 1000;
      const share = paused === 'offline' ? 1 : Math.max(1, openCount(activeId()));
      await clock.sleep((rhythm / share) * (0.8 + 0.4 * ports.random()), signal);
    }
  };
  const start = () => {
    if (running || closed || list.of(activeId()).length === 0) return;
    running = true;
    const { signal } = stop;
    void run(signal).finally(() => {
      if (!signal.aborted) running = false;
    });
  };
  const restart = () => {
    stop.abort();
    stop = new AbortController();
    running = false;
    paused = null;
    start();
  };

  return {
    state,
    restart,
    lookSoon: (id) => {
      if (!list.of(activeId()).some(({ migrationId }) => migrationId === id)) return;
      const known = looks.get(keyOf(id));
      // The one that waits longest is looked at first.
      if (known) looks.set(keyOf(id), { ...known, at: Number.NEGATIVE_INFINITY });
      restart();
    },
    onAnswered: () => {
      if (paused !== null) restart();
    },
    add: async (id) => {
      const profileId = activeId();
      const watches = list.of(profileId);
      if (watches.some(({ migrationId }) => migrationId === id)) return succeed(state());
      if (watches.length >= mostWatched) {
        const detail = `${mostWatched} migrations of this profile are watched. End one first.`;
        return fail('invalid_arguments', clock.now(), { detail });
      }
      const addedAt = clock.now().toISOString();
      const added = await list.add({ profileId, migrationId: id, addedAt, status: null, changedAt: null });
      if (!added.ok) return added;
      tell();
      // It is looked at first: it was never looked at before.
      restart();
      return succeed(state());
    },
    remove: async (id) => {
      const removed = await list.remove(activeId(), id);
      if (!removed.ok) return removed;
      looks.delete(keyOf(id));
      tell();
      return succeed(state());
    },
    close: () => {
      closed = true;
      stop.abort();
    },
  };
}

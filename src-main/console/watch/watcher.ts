import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { andThen, mapOutcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { WatchChange, WatchState } from '#shared/console-contract/watch-calls.ts';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import type { StatusObserver } from '../timeline/timeline-topic.ts';
import { newWatches, type WatchList } from './watch-list.ts';
import { createChecks, isOver, pausedBy } from './watch-checks.ts';

interface WatcherPorts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly list: WatchList;
  readonly activeId: () => string;
  readonly seconds: () => number;
  readonly random: () => number;
  /** Monotonic time since which the feed has reported every change. Null without a feed. */
  readonly reportedSince: () => number | null;
  readonly observer?: Pick<StatusObserver, 'record'> | undefined;
  readonly onState: (state: WatchState) => void;
  readonly onChange: (
    change: Pick<WatchChange, 'profileId' | 'id' | 'from' | 'to'> & { companyId: string | null },
  ) => void;
}

/** Interval in ms if each migration needs only one check. */
const onceEveryMs = 250;

export function createWatcher(ports: WatcherPorts) {
  const { api, clock, list, activeId, observer } = ports;
  const checks = createChecks();
  let paused: WatchState['paused'] = null;
  let stop = new AbortController();
  let running = false;
  let isClosed = false;

  const watches = () => list.of(activeId());
  const watchOf = (id: string) => watches().find(({ migrationId }) => migrationId === id);
  const state = (): WatchState => ({
    profileId: activeId(),
    paused,
    watched: watches().map((watch) => {
      const { migrationId: id, status, changedAt } = watch;
      const { readAt = null, problem = null, companyId = null } = checks.of(watch) ?? {};
      return { id, status, changedAt, readAt, problem, companyId };
    }),
  });
  const reportState = () => ports.onState(state());

  const learn = async (watch: StoredWatch, row: MigrationRow) => {
    const { profileId, migrationId: id } = watch;
    if (!list.of(profileId).some(({ migrationId }) => migrationId === id)) return;
    const { companyId } = row;
    const from = checks.statusBefore(watch);
    const to = truncateStatus(row.status);
    const now = clock.now().toISOString();
    checks.seeRow(watch, to, { at: clock.monotonic(), readAt: now, companyId });
    // Recorded before any await. This row also reaches `noteRows`, which may report a newer status in the meantime.
    observer?.record(profileId, [row]);
    if (from !== to) {
      await list.update(profileId, id, { status: to, ...(from === null ? {} : { changedAt: now }) });
      if (from !== null) ports.onChange({ profileId, id, from, to, companyId });
    }
  };

  const check = async (watch: StoredWatch, signal: AbortSignal): Promise<AppErrorCode | null> => {
    const reply = await api.inBulk('Watch').getMigration(watch.migrationId, signal);
    if (signal.aborted) return 'cancelled';
    if (reply.ok) {
      await learn(watch, reply.value.migration);
      return null;
    }
    const problem = reply.error.code;
    checks.fail(watch, problem, clock.monotonic());
    return problem;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const choose = () => checks.next(watches(), ports.reportedSince());
    for (let next = choose(); next && !signal.aborted; next = choose()) {
      const problem = await check(next, signal);
      if (signal.aborted) return;
      paused = pausedBy(problem);
      reportState();
      // Without a key, checks stop until the user enters one.
      if (paused === 'key') return;
      const intervalMs = ports.seconds() * 1000;
      const openWatches = watches().filter((watch) => !isOver(watch));
      const divisor = paused === 'offline' ? 1 : Math.max(1, openWatches.length);
      // With a feed, each migration needs only one check, so the checks aren't spread out.
      const isCheckedOnce = problem === null && ports.reportedSince() !== null;
      const pauseMs = isCheckedOnce ? Math.min(intervalMs / divisor, onceEveryMs) : intervalMs / divisor;
      await clock.sleep(pauseMs * (0.8 + 0.4 * ports.random()), signal);
    }
  };
  const start = () => {
    if (running || isClosed || watches().length === 0) return;
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
    checkSoon: (id: string) => {
      const watch = watchOf(id);
      if (!watch) return;
      checks.request(watch);
      restart();
    },
    noteRows: (profileId: string, rows: readonly MigrationRow[]) => {
      if (profileId !== activeId()) return;
      for (const row of rows) {
        const watch = watchOf(row.id);
        const status = watch ? checks.statusBefore(watch) : null;
        if (!watch || status === null || status === truncateStatus(row.status)) continue;
        void learn(watch, row).then(reportState);
        // Responses and events may arrive out of order. With a feed, no regular check corrects that, so this requests
        // one.
        if (ports.reportedSince() === null) continue;
        checks.request(watch);
        start();
      }
    },
    /** Called when a call of the active profile succeeds, to resume paused checks. */
    onAnswered: () => {
      if (paused !== null) restart();
    },
    add: (ids: readonly string[]) =>
      andThen(newWatches(watches(), { profileId: activeId(), ids, at: clock.now() }), (added) => {
        if (added.length === 0) return succeed(state());
        return mapOutcome(list.add(added), () => {
          reportState();
          restart();
          return state();
        });
      }),
    remove: (id: string) => {
      const place = { profileId: activeId(), migrationId: id };
      return mapOutcome(list.remove(place.profileId, id), () => {
        checks.remove(place);
        reportState();
        return state();
      });
    },
    close: () => {
      isClosed = true;
      stop.abort();
    },
  };
}

export type Watcher = ReturnType<typeof createWatcher>;

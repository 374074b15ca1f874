import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { maxWatched } from '#shared/list-limits.ts';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { CompaniesTopic } from '../companies/companies-topic.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { FeedTopic } from '../feed/feed-topic.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import { createChecks, isOver, pausedBy } from './watch-checks.ts';

interface WatchTopicPorts extends BaseTopics {
  readonly companies: Pick<CompaniesTopic, 'directory'>;
  readonly feed: Pick<FeedTopic, 'reportedSince' | 'onChange'>;
}

/** Interval in ms if each migration needs only one check. */
const onceEveryMs = 250;

export function createWatchTopic(topic: WatchTopicPorts) {
  const { clock, settings, profiles, api, connection, timeline, companies, feed, events } = topic;
  const { activeId } = profiles;
  const checks = createChecks();
  let paused: WatchState['paused'] = null;
  let stop = new AbortController();
  let running = false;
  let isClosed = false;

  const watches = (profileId = activeId()) =>
    settings.current().watches.filter((watch) => watch.profileId === profileId);
  const watchOf = (id: string, profileId?: string) => watches(profileId).find(({ migrationId }) => migrationId === id);
  const edit = (change: (stored: readonly StoredWatch[]) => StoredWatch[]): Promise<Outcome<unknown>> =>
    settings.change(({ watches: stored }) => ({ watches: change(stored) }));
  const isSame = (one: StoredWatch, profileId: string, id: string): boolean =>
    one.profileId === profileId && one.migrationId === id;
  const state = (): WatchState => ({
    profileId: activeId(),
    paused,
    watched: watches().map((watch) => {
      const { migrationId: id, status, changedAt } = watch;
      const { readAt = null, problem = null, companyId = null } = checks.of(watch) ?? {};
      return { id, status, changedAt, readAt, problem, companyId };
    }),
  });
  const reportState = () => events.emit('watch:changed', state());

  const learn = async (watch: StoredWatch, row: MigrationRow) => {
    const { profileId, migrationId: id } = watch;
    if (!watchOf(id, profileId)) return;
    const { companyId } = row;
    const from = checks.statusBefore(watch);
    const to = truncateStatus(row.status);
    const now = clock.now().toISOString();
    checks.seeRow(watch, to, { at: clock.monotonic(), readAt: now, companyId });
    // Recorded before any await. This row also reaches `noteRows`, which may report a newer status in the meantime.
    timeline.observer.record(profileId, [row]);
    if (from === to) return;
    // Stores the last status, so that the next start finds changes made while the console was closed.
    const change = { status: to, ...(from === null ? {} : { changedAt: now }) };
    await edit((stored) => stored.map((one) => (isSame(one, profileId, id) ? { ...one, ...change } : one)));
    if (from !== null) void reportChange({ profileId, id, from, to }, companyId);
  };
  const reportChange = async (
    change: { readonly profileId: string; readonly id: string; readonly from: string; readonly to: string },
    companyId: string | null,
  ) => {
    // Finds the name by ID, because the user may have switched profiles.
    const profileName = profiles.list.all().find(({ id }) => id === change.profileId)?.name ?? '';
    const companiesResult = companyId === null ? null : await companies.directory.lookup([companyId]);
    const company = companiesResult?.ok ? (companiesResult.value[0]?.providerCompanyName ?? null) : null;
    events.emit('watch:status-changed', { ...change, profileName, company });
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
    const choose = () => checks.next(watches(), feed.reportedSince());
    for (let next = choose(); next && !signal.aborted; next = choose()) {
      const problem = await check(next, signal);
      if (signal.aborted) return;
      paused = pausedBy(problem);
      reportState();
      // Without a key, checks stop until the user enters one.
      if (paused === 'key') return;
      const intervalMs = settings.current().preferences.watchSeconds * 1000;
      const openWatches = watches().filter((watch) => !isOver(watch));
      const divisor = paused === 'offline' ? 1 : Math.max(1, openWatches.length);
      // With a feed, each migration needs only one check, so the checks aren't spread out.
      const isCheckedOnce = problem === null && feed.reportedSince() !== null;
      const pauseMs = isCheckedOnce ? Math.min(intervalMs / divisor, onceEveryMs) : intervalMs / divisor;
      await clock.sleep(pauseMs * (0.8 + 0.4 * Math.random()), signal);
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
  const newWatches = (ids: readonly string[]): Outcome<readonly StoredWatch[]> => {
    const newIds = [...new Set(ids)].filter((id) => !watchOf(id));
    const count = watches().length;
    if (newIds.length > 0 && count + newIds.length > maxWatched) {
      const detail =
        newIds.length === 1
          ? `You already watch ${maxWatched} migrations in this profile, the maximum. Stop watching one first.`
          : `Can't watch ${newIds.length} more migrations. You already watch ${count} of at most ${maxWatched}.`;
      return fail('invalid_arguments', clock.now(), { detail });
    }
    const unread = { profileId: activeId(), addedAt: clock.now().toISOString(), status: null, changedAt: null };
    return succeed(newIds.map((migrationId) => ({ ...unread, migrationId })));
  };

  profiles.onSwitch(restart);
  feed.onChange(restart);
  connection.onSuccess(() => {
    if (paused !== null) restart();
  });
  timeline.observer.onRecorded(({ profileId, rows }) => {
    if (profileId !== activeId()) return;
    for (const row of rows) {
      const watch = watchOf(row.id);
      const status = watch ? checks.statusBefore(watch) : null;
      if (!watch || status === null || status === truncateStatus(row.status)) continue;
      void learn(watch, row).then(reportState);
      // Responses and events may arrive out of order. With a feed, no regular check corrects that, so this requests
      // one.
      if (feed.reportedSince() === null) continue;
      checks.request(watch);
      start();
    }
  });

  return {
    start: restart,
    checkSoon: (id: string) => {
      const watch = watchOf(id);
      if (!watch) return;
      checks.request(watch);
      restart();
    },
    close: () => {
      isClosed = true;
      stop.abort();
    },
    handlers: {
      list: async () => succeed(state()),
      add: ({ ids }) =>
        andThen(newWatches(ids), (added) => {
          if (added.length === 0) return succeed(state());
          return mapOutcome(
            edit((stored) => [...stored, ...added]),
            () => {
              reportState();
              restart();
              return state();
            },
          );
        }),
      remove: ({ id }) => {
        const place = { profileId: activeId(), migrationId: id };
        const removal = edit((stored) => stored.filter((one) => !isSame(one, place.profileId, id)));
        return mapOutcome(removal, () => {
          checks.remove(place);
          reportState();
          return state();
        });
      },
    } satisfies ConsoleHandlers['watch'],
  };
}

export type WatchTopic = ReturnType<typeof createWatchTopic>;

import { succeed } from '#shared/app-error.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { CompaniesTopic } from '../companies/companies-topic.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { FeedTopic } from '../feed/feed-topic.ts';
import { createWatchList } from './watch-list.ts';
import { createWatcher } from './watcher.ts';

interface WatchTopicPorts extends BaseTopics {
  readonly companies: Pick<CompaniesTopic, 'directory'>;
  readonly feed: Pick<FeedTopic, 'reportedSince' | 'onChange'>;
}

export function createWatchTopic(topic: WatchTopicPorts) {
  const { clock, settings, profiles, api, connection, timeline, companies, feed, events } = topic;
  const list = createWatchList(settings);
  const watcher = createWatcher({
    api,
    clock,
    list,
    activeId: profiles.activeId,
    seconds: () => settings.current().preferences.watchSeconds,
    random: Math.random,
    reportedSince: feed.reportedSince,
    observer: timeline.observer,
    onState: (now) => events.emit('watch:changed', now),
    onChange: async ({ companyId, ...change }) => {
      // Finds the name by ID, because the user may have switched profiles.
      const profileName = profiles.list.all().find(({ id }) => id === change.profileId)?.name ?? '';
      const companiesResult = companyId === null ? null : await companies.directory.lookup([companyId]);
      const company = companiesResult?.ok ? (companiesResult.value[0]?.providerCompanyName ?? null) : null;
      events.emit('watch:status-changed', { ...change, profileName, company });
    },
  });
  profiles.onSwitch(watcher.restart);
  connection.onSuccess(watcher.onAnswered);
  feed.onChange(watcher.restart);
  timeline.observer.onRecorded(({ profileId, rows }) => watcher.noteRows(profileId, rows));
  return {
    start: watcher.restart,
    checkSoon: watcher.checkSoon,
    close: watcher.close,
    handlers: {
      list: async () => succeed(watcher.state()),
      add: ({ ids }) => watcher.add(ids),
      remove: ({ id }) => watcher.remove(id),
    } satisfies ConsoleHandlers['watch'],
  };
}

export type WatchTopic = ReturnType<typeof createWatchTopic>;

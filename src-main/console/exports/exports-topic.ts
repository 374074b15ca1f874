import { succeed } from '#shared/app-error.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ActivityTopic } from '../activity/activity-topic.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { throttle } from '../events/emitter.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { ReportsTopic } from '../reports/reports-topic.ts';
import { createExports } from './exports.ts';

interface ExportsTopicPorts extends Pick<BaseTopics, 'ports' | 'profiles' | 'api' | 'data' | 'events'> {
  readonly loadedRows: Pick<LoadedRows, 'loads' | 'attention'>;
  readonly reports: Pick<ReportsTopic, 'client'>;
  readonly activity: Pick<ActivityTopic, 'causesOf'>;
}

const changeMs = 250;

export function createExportsTopic(topic: ExportsTopicPorts) {
  const { ports, profiles, api, data, loadedRows, reports, activity, events } = topic;
  const reportChange = throttle<ExportState>(changeMs, (change) => events.emit('exports:changed', change));
  const exports = createExports({
    ...ports,
    api,
    data,
    loads: loadedRows.loads,
    attention: loadedRows.attention,
    reports: reports.client,
    activity,
    access: profiles.access,
    profile: profiles.active.profile,
    binding: profiles.binding,
    onChange: (change) => reportChange(change.id, change),
  });
  return {
    close: exports.close,
    handlers: {
      start: (request, { signal }) => exports.start(request, signal),
      startReport: (request, { signal }) => exports.startReport(request, signal),
      list: async () => succeed(exports.list()),
      cancel: async ({ id }) => {
        exports.cancel(id);
        return succeed({});
      },
      reveal: async ({ id }) => succeed({ shown: exports.reveal(id) }),
    } satisfies ConsoleHandlers['exports'],
  };
}

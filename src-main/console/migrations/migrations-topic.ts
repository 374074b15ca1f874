import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { TimelineTopic } from '../timeline/timeline-topic.ts';
import { createKnownDetails } from './known-details.ts';
import { createMigrationsHandlers } from './migrations-handlers.ts';

interface MigrationsTopicPorts {
  readonly clock: Clock;
  readonly profiles: Pick<Profiles, 'activeId' | 'view'>;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly timeline: Pick<TimelineTopic, 'observer'>;
  readonly loadedRows: LoadedRows;
  readonly events: ConsoleEvents;
}

/** The migrations of the active profile, with what is known of them beyond the service's replies. */
export function createMigrationsTopic(topic: MigrationsTopicPorts): ConsoleHandlers['migrations'] {
  const { clock, profiles, api, data, timeline, loadedRows, events } = topic;
  const details = createKnownDetails({ data, clock, activeId: profiles.activeId }, (profileId, news) =>
    events.emit('migrations:details-changed', { profileId, details: news }),
  );
  events.listen(({ name }) => {
    if (name === 'companies:directory-changed') void details.lookAgain();
  });
  const told = { observer: timeline.observer, loadedRows };
  return createMigrationsHandlers(api, clock, () => profiles.view().baseURL, told, details);
}

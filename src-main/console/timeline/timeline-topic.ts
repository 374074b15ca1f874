import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ProfileBelongings } from '../profiles/profile-belongings.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { createStatusObserver, type StatusObserver } from './observer.ts';
import { createTimelineHandlers, timelineBelongings } from './timeline-handlers.ts';

/** The status changes that this console has seen. */
export interface TimelineTopic {
  readonly observer: StatusObserver;
  readonly belongings: ProfileBelongings;
  readonly handlers: ConsoleHandlers['timeline'];
}

interface TimelineTopicPorts {
  readonly clock: Clock;
  readonly data: DataProcess;
  readonly profiles: Pick<Profiles, 'activeId'>;
}

export function createTimelineTopic({ clock, data, profiles }: TimelineTopicPorts): TimelineTopic {
  const observer = createStatusObserver(data, clock);
  return {
    observer,
    belongings: timelineBelongings(data, observer),
    handlers: createTimelineHandlers(data, observer, profiles.activeId),
  };
}

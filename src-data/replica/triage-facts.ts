import type { StatusTimes } from '../timeline/status-times.ts';
import type { Triage } from '../triage/triage.ts';
import type { Replica } from './replica.ts';

interface FactsPorts {
  readonly times: Pick<StatusTimes, 'statusChangesAfter' | 'version'>;
  readonly triage: Pick<Triage, 'handled' | 'version'>;
  readonly flush: () => Promise<void>;
}

/** The returned function copies new timeline entries and the marks of a profile into a replica. */
export function createTriageFacts({ times, triage, flush }: FactsPorts) {
  /** For each replica, the last copied timeline entry and the version of the marks. */
  const copies = new WeakMap<Replica, { entry: number; marks: number }>();
  return async (replica: Replica, profileId: string): Promise<void> => {
    await flush();
    const lastCopy = copies.get(replica) ?? { entry: 0, marks: -1 };
    copies.set(replica, lastCopy);
    if (lastCopy.entry !== times.version()) {
      const { last, statuses } = times.statusChangesAfter(profileId, lastCopy.entry);
      lastCopy.entry = last;
      replica.observe(statuses);
    }
    if (lastCopy.marks === triage.version()) return;
    lastCopy.marks = triage.version();
    replica.setHandled(Array.from(triage.handled(profileId), ([id, status]) => ({ id, status })));
  };
}

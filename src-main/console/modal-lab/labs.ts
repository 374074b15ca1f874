import { randomUUID } from 'node:crypto';
import { type Lab, type LabInput, type LabTopics, openLab } from './lab.ts';

/** Maximum open labs. Above this number, the lab whose page has been silent the longest closes. */
const maxLabs = 4;
const idleMs = 10 * 60_000;

type LabTarget = Pick<LabInput, 'profileId' | 'binding' | 'serviceURL'>;

export function createLabs(topics: LabTopics) {
  const { clock, network } = topics;
  const labs = new Map<string, Lab>();
  const closingPartitions = new Set<string>();
  let activeProfileId: string | null = null;

  const end = async (lab: Lab): Promise<void> => {
    const { labId, partition } = lab.input;
    labs.delete(labId);
    closingPartitions.add(partition);
    await lab.close();
    await topics.ports.forgetGuest?.(partition);
    closingPartitions.delete(partition);
  };
  /** Reuses the lowest free number, because Electron can't release partitions. */
  const freePartition = (): string => {
    const usedPartitions = new Set([...closingPartitions, ...[...labs.values()].map(({ input }) => input.partition)]);
    let number = 1;
    while (usedPartitions.has(`ferry-lab-${number}`)) number += 1;
    return `ferry-lab-${number}`;
  };
  const byPartition = (partition: string): Lab | undefined =>
    [...labs.values()].find(({ input }) => input.partition === partition);
  const endIdle = () => {
    for (const lab of labs.values()) {
      if (lab.view().guest !== 'ready' && clock.monotonic() - lab.lastSeen() > idleMs) void end(lab);
    }
  };
  const sweep = setInterval(endIdle, 60_000);
  sweep.unref();

  return {
    open: async (labId: string | null, place: LabTarget) => {
      const existingLab = labId === null ? undefined : labs.get(labId);
      if (existingLab?.input.binding === place.binding && existingLab.input.serviceURL === place.serviceURL)
        return existingLab;
      if (existingLab) await end(existingLab);
      const [oldest] = [...labs.values()].sort((a, b) => a.lastSeen() - b.lastSeen());
      if (labs.size >= maxLabs && oldest) await end(oldest);
      const id = randomUUID();
      const lab = await openLab(topics, { labId: id, ...place, partition: freePartition() });
      labs.set(id, lab);
      // The user may have switched profiles while the lab opened.
      if (activeProfileId !== null && activeProfileId !== place.profileId) void end(lab);
      return lab;
    },
    find: (labId: string) => labs.get(labId) ?? null,
    all: () => [...labs.values()],
    end: async (labId: string) => {
      const lab = labs.get(labId);
      if (lab) await end(lab);
    },
    guestOrigins: (partition: string) => byPartition(partition)?.origins() ?? null,
    guestCrashed: (partition: string, reason: string) => byPartition(partition)?.guestCrashed(reason),
    /** Closes labs of other profiles and, if read-only, modals. Passes the current base URL to the remaining labs. */
    follow: (profileId: string, binding: string, serviceURL: string | null, isReadOnly: boolean) => {
      activeProfileId = profileId;
      for (const lab of labs.values()) {
        if (lab.input.profileId !== profileId) void end(lab);
        else {
          lab.follow(binding, serviceURL);
          if (isReadOnly && lab.view().flow?.isOpen) lab.give({ do: 'close' });
        }
      }
    },
    limitedTo: network.limitedTo,
    close: async () => {
      clearInterval(sweep);
      await Promise.all([...labs.values()].map(end));
    },
  };
}

export type Labs = ReturnType<typeof createLabs>;

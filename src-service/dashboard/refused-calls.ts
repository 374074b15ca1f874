import type { Role } from '#shared/dashboard-api/roles.ts';
import { CountBatches } from '../operations/count-batches.ts';
import type { Store } from '../store/store.ts';

interface RefusedCaller {
  /** Undefined, like the organization, if only instance administrators can make the call. */
  readonly role?: Role;
  readonly by: string;
  readonly from: string;
  readonly organization?: string;
}

interface RefusedCall extends RefusedCaller {
  readonly call: string;
}

/** Counts refused calls, so that each member adds at most one entry per minute to an organization's audit log. */
export const createRefusedCalls = ({ audit, clock }: Pick<Store, 'audit' | 'clock'>) => {
  const batches = new CountBatches<RefusedCaller>();
  return {
    add: ({ call, ...caller }: RefusedCall): void =>
      batches.add(`${caller.by} ${caller.organization} ${caller.role}`, caller, call),
    flush: (): Promise<void> =>
      batches.flush(async ({ role, ...caller }, calls) => {
        const about = caller.organization === undefined ? { subject: caller.by } : {};
        const details = { role: role ?? 'member', calls };
        await audit.append({ action: 'person.refused', ...caller, ...about, details }, await clock.now());
      }),
  };
};

export type RefusedCalls = ReturnType<typeof createRefusedCalls>;

import type { Role } from '#shared/dashboard-api/roles.ts';
import { createCounts } from '../operations/create-counts.ts';
import type { Store } from '../store/store.ts';

interface RefusedCaller {
  /** Undefined, like the organization, if only instance administrators can make the call. */
  readonly role?: Role;
  readonly by: string;
  readonly from: string;
  readonly organization?: string;
}

/** Counts refused calls, so that each member adds at most one entry per minute to an organization's audit log. */
export const createRefusedCalls = ({ audit, clock }: Pick<Store, 'audit' | 'clock'>) =>
  createCounts(
    async (calls, { role, ...caller }: RefusedCaller) => {
      const about = caller.organization === undefined ? { subject: caller.by } : {};
      const details = { role: role ?? 'member', calls };
      await audit.append({ action: 'person.refused', ...caller, ...about, details }, await clock.now());
    },
    ({ by, organization, role }) => `${by} ${organization} ${role}`,
  );

export type RefusedCalls = ReturnType<typeof createRefusedCalls>;

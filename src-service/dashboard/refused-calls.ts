import type { Role } from '#shared/dashboard-api/roles.ts';
import type { AuditEvent } from '../store/audit-store.ts';
import type { Store } from '../store/store.ts';

/** A call that the role of a member does not allow. */
interface RefusedCall {
  readonly call: string;
  readonly role: Role;
  /** Id of the member. */
  readonly by: string;
  readonly from: string;
  /** Id of the organization. */
  readonly organization: string;
}

/**
 * Counts refused calls, so that each member adds at most one entry a minute to the audit log of an organization. A process
 * that is killed loses the counts of its last minute.
 */
export const createRefusedCalls = ({ audit, clock }: Pick<Store, 'audit' | 'clock'>) => {
  const counts = new Map<string, Omit<RefusedCall, 'call'> & { readonly calls: Map<string, number> }>();
  return {
    add: ({ call, ...caller }: RefusedCall): void => {
      const key = `${caller.by} ${caller.organization} ${caller.role}`;
      const { calls } = counts.get(key) ?? { calls: new Map<string, number>() };
      calls.set(call, (calls.get(call) ?? 0) + 1);
      counts.set(key, { ...caller, calls });
    },
    /** Writes what was refused since the last time; keeps what the store does not take. */
    flush: async (): Promise<void> => {
      for (const [key, { calls, role, ...caller }] of counts) {
        const counted = Object.fromEntries(calls);
        const event: AuditEvent = { action: 'person.refused', ...caller, details: { role, calls: counted } };
        // Before the write: a call that is refused meanwhile counts for the next entry.
        counts.delete(key);
        try {
          await audit.append(event, await clock.now());
        } catch (error) {
          const { calls: newer } = counts.get(key) ?? { calls: new Map<string, number>() };
          for (const [call, count] of calls) newer.set(call, (newer.get(call) ?? 0) + count);
          counts.set(key, { ...caller, role, calls: newer });
          throw error;
        }
      }
    },
  };
};

export type RefusedCalls = ReturnType<typeof createRefusedCalls>;

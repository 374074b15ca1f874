import type { Actor } from '../store/base/actor.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';

/**
 * Deletes an organization with all its data, except entries of the audit log. Suspends it first, so that nothing new is
 * stored; call it again after a failure. Returns false for the organization that the service was set up with.
 */
export const deleteOrganization = async (
  { people, erasure, faults, scenarios, seed }: Pick<Store, 'people' | 'erasure' | 'faults' | 'scenarios' | 'seed'>,
  organization: ManagedOrganization,
  actor: Actor,
  now: number,
): Promise<boolean> => {
  const { number, suspended } = organization;
  if ((await seed.organization())?.number === number) return false;
  if (suspended === null) await people.organizations.suspend(organization, 'Being deleted', actor, now);
  erasure.start();
  try {
    while ((await erasure.deleteRows(number)) > 0);
    await faults.clear(number);
    await scenarios.clear(number);
    await erasure.endOrganization(organization, actor, now);
  } finally {
    await erasure.end(undefined, now);
  }
  return true;
};

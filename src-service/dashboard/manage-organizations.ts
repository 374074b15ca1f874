import { setTimeout as delay } from 'node:timers/promises';
import { newLink } from './invitations.ts';
import { refuse } from '../http/refusal.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import { inBatches } from '../store/base/in-batches.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';

/** A copy in progress notices within a second that its run was deleted. Until then, it may store rows. */
const copiesEndMs = 2_000;

const nameTaken = (): never =>
  refuse(409, 'An organization with this name already exists; capitalization is ignored. Choose another name.');
const unknown = (): never => refuse(404, "This organization doesn't exist.");

/** Changes by an instance administrator or the command line. The caller checks permission. @throws {Refusal} */
export const manageOrganizations = ({ people, erasure, faults, scenarios }: Store, author: ChangeAuthor) => {
  const { organizations } = people;
  return {
    /** @param owner email address and dashboard URL of the first owner, who gets the returned invitation link */
    create: async (name: string, owner?: { readonly email: string; readonly address: string }) => {
      const { link, ...invitation } = newLink(owner?.address ?? '', author.now);
      const firstOwner = owner && { email: owner.email, ...invitation };
      const { id } = (await organizations.create(name, firstOwner, author)) ?? nameTaken();
      return { id, name, link };
    },
    rename: async (organization: ManagedOrganization, name: string): Promise<void> => {
      const result = await organizations.rename(organization, name, author);
      if (result !== 'done') (result === 'taken' ? nameTaken : unknown)();
    },
    suspend: async (organization: ManagedOrganization, reason: string): Promise<void> => {
      if (!(await organizations.suspend(organization, reason, author))) unknown();
    },
    resume: async (organization: ManagedOrganization): Promise<void> => {
      if (!(await organizations.resume(organization, author)))
        refuse(409, "This organization isn't suspended, or is being deleted.");
    },
    /** Deletes all data except audit entries. Suspends first, so that nothing new is stored. Repeatable after a failure. */
    delete: async (organization: ManagedOrganization): Promise<void> => {
      const { number, isFirst, migrations } = organization;
      if (isFirst) refuse(409, "The service's first organization can't be deleted. Suspend it instead.");
      if (!(await organizations.suspend(organization, 'Being deleted', author, true))) unknown();
      erasure.start();
      try {
        for (let table = 0; table < erasure.tableCount; table++)
          await inBatches(() => erasure.deleteRows(number, table));
        await faults.clear(number);
        await scenarios.clear(number);
        if (migrations > 0) await delay(copiesEndMs);
        if (!(await erasure.endOrganization(organization, author))) unknown();
      } finally {
        await erasure.end(undefined, author);
      }
    },
  };
};

import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { type Resource, resources } from '#shared/migration-api/fields.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import { createQueryResults, type QueryResults } from './query-results.ts';
import { createReplica, type Replica } from './replica.ts';
import type { PlainRow } from './replica-schema.ts';

export interface ProfileReplica {
  readonly replica: Replica;
  readonly results: Readonly<Record<Resource, QueryResults>>;
}

function openReplica(): ProfileReplica {
  const replica = createReplica();
  return {
    replica,
    results: {
      migrations: createQueryResults(replica, 'migrations'),
      companies: createQueryResults(replica, 'companies'),
    },
  };
}

export function createReplicas() {
  const byProfile = new Map<string, ProfileReplica>();
  const of = (profileId: string): ProfileReplica => {
    const newReplica = byProfile.get(profileId) ?? openReplica();
    byProfile.set(profileId, newReplica);
    return newReplica;
  };
  const remove = (profileId: string) => {
    byProfile.get(profileId)?.replica.close();
    byProfile.delete(profileId);
  };
  return {
    of,
    remove,
    drop: ({ profileId, resource }: RowsPlace) => {
      const storedReplica = byProfile.get(profileId)?.replica;
      if (!storedReplica) return;
      storedReplica.startLoad(resource, '');
      if (resources.some((each) => storedReplica.loaded(each).rows > 0)) return;
      // Moves the companies to a new database, because SQLite frees the memory of deleted rows only when a database is
      // closed.
      const companies = [...storedReplica.knownCompanies()];
      remove(profileId);
      of(profileId).replica.learnCompanies(companies);
    },
    /** The caller must close the returned replica. */
    separate: ({ profileId, resource }: RowsPlace, rows: readonly PlainRow[]) => {
      const newReplica = openReplica();
      const ids = rows.flatMap(({ companyId }) => companyId ?? []);
      newReplica.replica.learnCompanies(of(profileId).replica.companiesByIds(ids) as CompanyRow[]);
      newReplica.replica.upsert(resource, rows, true);
      return newReplica;
    },
  };
}

export type Replicas = ReturnType<typeof createReplicas>;

import type { Resource } from '#shared/migration-api/fields.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { PageToStore, KeptPage, PageCalls } from '#shared/data-messages/page-messages.ts';
import { findDrift } from '#shared/tolerant-reading/find-drift.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readCompany, readMigration } from '#shared/tolerant-reading/read-row.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import type { Replica } from '../replica/replica.ts';
import type { Replicas } from '../replica/replicas.ts';
import type { PlainRow } from '../replica/replica-schema.ts';
import type { StatusObservations } from './status-observations.ts';

interface StoredPage {
  readonly page: KeptPage;
  readonly rows: readonly PlainRow[];
}

const listOperations = { migrations: operations.listMigrations, companies: operations.listCompanies } as const;

function keepPage(replica: Replica, resource: Resource, handed: PageToStore): StoredPage {
  const body = readJson(handed.text);
  const drift = findDrift(listOperations[resource], 200, body.ok ? body.json : undefined, handed.page);
  if (!body.ok) return { page: { ok: false, problem: body.problem, drift }, rows: [] };
  const readRow = resource === 'migrations' ? readMigration : readCompany;
  const listing = readListing<MigrationRow | CompanyRow>(body.json, handed, readRow);
  if (!listing) return { page: { ok: false, problem: 'The response contains no list.', drift }, rows: [] };
  const rows = listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) as unknown as PlainRow[];
  const before = Math.min(handed.before ?? 0, replica.loaded(resource).rows);
  const { added, changed, places } = replica.upsert(resource, rows, true);
  const knownCount = places.filter((place) => place !== null && place < before).length;
  const receivedCount = listing.rows.length;
  const { rows: count, version } = replica.loaded(resource);
  const counts = {
    added,
    changed,
    known: knownCount,
    rows: count,
    version,
    received: receivedCount,
    unreadable: receivedCount - rows.length,
  };
  return { page: { ok: true, ...counts, total: listing.total, drift }, rows };
}

export function createPageWriter(
  replicas: Pick<Replicas, 'of'>,
  observations: Pick<StatusObservations, 'add' | 'makeRoom'>,
): PageCalls['keepPages'] {
  return ({ load, pages, profileId, resource }) => {
    observations.makeRoom();
    const { replica } = replicas.of(profileId);
    if (replica.loaded(resource).load !== load) return null;
    return pages.map((handed) => {
      const { page, rows } = keepPage(replica, resource, handed);
      // An empty page counts as read. A page with only unreadable rows doesn't.
      const isRead = rows.length > 0 || (page.ok && page.received === 0);
      if (resource === 'migrations' && isRead)
        observations.add({ profileId, at: handed.at, rows: rows as unknown as readonly MigrationRow[], isLoad: true });
      return page;
    });
  };
}

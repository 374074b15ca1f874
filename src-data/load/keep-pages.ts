import type { Resource } from '#shared/migration-api/fields.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { HandedPage, KeptPage, PageCalls } from '#shared/data-messages/page-messages.ts';
import { findDrift } from '#shared/tolerant-reading/find-drift.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readCompany, readMigration } from '#shared/tolerant-reading/read-row.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import type { RowStore } from '../query/row-store.ts';
import type { PlainRow, RowTable } from '../rows/row-table.ts';
import type { StatusSights } from './status-sights.ts';

type Call = PageCalls['keepPages'];

/** What a page has come to, and the numbers of its rows. */
interface Kept {
  readonly page: KeptPage;
  readonly rows: Uint32Array;
}

const listOperations = { migrations: operations.listMigrations, companies: operations.listCompanies } as const;
const nothing = new Uint32Array();

/** Puts rows by `put`, and tells what that has changed. */
function counted(table: RowTable, put: () => Uint32Array) {
  const count = table.count();
  const version = table.version();
  const rows = put();
  const added = table.count() - count;
  const changed = table.version() - version - added;
  return { rows, counts: { added, changed, rows: table.count(), version: table.version() } };
}

/** Reads a page whatever envelope it has, and compares it with the contract. */
function keepPage(table: RowTable, resource: Resource, handed: HandedPage): Kept {
  const body = readJson(handed.text);
  const drift = findDrift(listOperations[resource], 200, body.ok ? body.json : undefined, handed.page);
  if (!body.ok) return { page: { ok: false, problem: body.problem, drift }, rows: nothing };
  const readRow = resource === 'migrations' ? readMigration : readCompany;
  const listing = readListing<MigrationRow | CompanyRow>(body.json, handed, readRow);
  if (!listing) return { page: { ok: false, problem: 'The reply holds no list.', drift }, rows: nothing };
  const plain = listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) as unknown as PlainRow[];
  const before = Math.min(handed.before ?? 0, table.count());
  const { rows, counts } = counted(table, () => Uint32Array.from(plain, table.put));
  // A row keeps its number, and a new one has a number of its own.
  const known = rows.filter((row) => row < before).length;
  const received = listing.rows.length;
  const page = { ...counts, known, received, unreadable: received - plain.length, total: listing.total, drift };
  return { page: { ok: true, ...page }, rows };
}

/** Keeps the rows of pages of a load, and has the timeline told of their statuses (W1). */
export function createPageKeeper(store: RowStore, sights: StatusSights) {
  return ({ load, pages, ...place }: Call['args']): Call['result'] => {
    sights.makeRoom();
    const table = store.ofLoad(place, load);
    if (!table) return null;
    return pages.map((handed) => {
      const outcome = keepPage(table, place.resource, handed);
      const { page, rows } = outcome;
      // An empty page was looked at, too; one that could not be read was not.
      const isRead = rows.length > 0 || (page.ok && page.received === 0);
      if (place.resource === 'migrations' && isRead) sights.add(place.profileId, table, handed.at, rows);
      return page;
    });
  };
}

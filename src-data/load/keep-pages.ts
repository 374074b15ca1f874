import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { HandedPage, KeptPage, PageCalls } from '#shared/data-messages/page-messages.ts';
import { findDrift } from '#shared/migration-api/find-drift.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readCompany } from '#shared/tolerant-reading/read-company.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import { readMigration } from '#shared/tolerant-reading/read-migration.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { PlainRow, RowTable } from '../rows/row-table.ts';
import { createExactReader, type ExactPage } from './exact-page.ts';
import { putExactPage } from './put-exact-page.ts';
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

function keepExact(table: RowTable, exact: ExactPage, before: number | null): Kept {
  const isKnown = (_: unknown, row: number) => {
    const held = table.ids.findPacked(exact.ids, row * 16);
    return held !== -1 && held < (before ?? 0);
  };
  const known = before === null ? 0 : Array.from({ length: exact.rows }, isKnown).filter(Boolean).length;
  const { rows, counts } = counted(table, () => putExactPage(table, exact));
  const page = { ...counts, known, received: exact.rows, unreadable: 0, total: exact.total, drift: [] };
  return { page: { ok: true, ...page }, rows };
}

/** Reads a page whatever envelope it has, and compares it with the contract. */
function keepTolerantly(table: RowTable, resource: LoadedResource, handed: HandedPage): Kept {
  const body = readJson(handed.text);
  const drift = findDrift(listOperations[resource], 200, body.ok ? body.json : undefined);
  if (!body.ok) return { page: { ok: false, problem: body.problem, drift }, rows: nothing };
  const readRow = resource === 'migrations' ? readMigration : readCompany;
  const listing = readListing<MigrationRow | CompanyRow>(body.json, handed, readRow);
  if (!listing) return { page: { ok: false, problem: 'The reply holds no list.', drift }, rows: nothing };
  const plain = listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])) as unknown as PlainRow[];
  const { before } = handed;
  const isKnown = ({ id }: PlainRow) => {
    const row = table.find(id);
    return row !== -1 && before !== null && row < before;
  };
  const known = plain.filter(isKnown).length;
  const { rows, counts } = counted(table, () => {
    for (const row of plain) table.put(row);
    return Uint32Array.from(plain, ({ id }) => table.find(id));
  });
  const received = listing.rows.length;
  const page = { ...counts, known, received, unreadable: received - plain.length, total: listing.total, drift };
  return { page: { ok: true, ...page }, rows };
}

/** Keeps the rows of pages of a load, and has the timeline told of their statuses (W1). */
export function createPageKeeper(store: RowStore, sights: StatusSights) {
  const readExactly = createExactReader();
  return ({ load, pages, ...place }: Call['args']): Call['result'] => {
    sights.makeRoom();
    const table = store.ofLoad(place, load);
    if (!table) return null;
    return pages.map((handed) => {
      const exact = place.resource === 'migrations' ? readExactly(handed.text) : null;
      const kept = exact ? keepExact(table, exact, handed.before) : keepTolerantly(table, place.resource, handed);
      if (place.resource === 'migrations') sights.add(place.profileId, table, handed.at, kept.rows);
      return kept.page;
    });
  };
}

import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { readListing } from '../api-client/read-listing.ts';
import { readCompany } from './read-company.ts';

const pageSize = 100;
/** Pages read without asking; what lies beyond is learned from pages that a person opens. */
const mostPages = 50;

/** Names of companies by id, read in the background, so that a row never waits for its name. */
export interface CompanyDirectory {
  readonly lookup: (ids: readonly string[]) => CompanyRow[];
  /** Keeps companies that some page has brought. */
  readonly learn: (companies: readonly CompanyRow[]) => void;
  /** Reads the list from its first page, unless that is under way. */
  readonly fill: (signal: AbortSignal) => Promise<void>;
}

export function createCompanyDirectory(api: ApiClient, onChange: (known: number) => void): CompanyDirectory {
  const known = new Map<string, CompanyRow>();
  let filling: Promise<void> | null = null;

  const learn = (companies: readonly CompanyRow[]) => {
    const before = known.size;
    for (const company of companies) known.set(company.id, company);
    if (known.size !== before) onChange(known.size);
  };

  const readPages = async (signal: AbortSignal) => {
    const calls = api.inBulk('Company directory');
    for (let page = 1; page <= mostPages && !signal.aborted; page += 1) {
      const reply = await calls.listCompanies(page, pageSize, signal);
      const listing = reply.ok ? readListing(reply.value.json, { page, pageSize }, readCompany) : null;
      if (!listing) return;
      learn(listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])));
      if (!listing.hasNext) return;
    }
  };

  return {
    learn,
    lookup: (ids) => ids.flatMap((id) => known.get(id) ?? []),
    fill: (signal) => (filling ??= readPages(signal).finally(() => (filling = null))),
  };
}

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
  /** Every company of the active profile that is known by now. */
  readonly known: () => Iterable<CompanyRow>;
  /** Keeps companies that some page has brought. */
  readonly learn: (profileId: string, companies: readonly CompanyRow[]) => void;
  /** Reads the list of the active profile from its first page, unless that is under way or done. */
  readonly fill: (signal: AbortSignal) => Promise<void>;
}

/** @param activeId id of the profile on screen: names of one are never shown under another */
export function createCompanyDirectory(
  api: ApiClient,
  activeId: () => string,
  onChange: (known: number) => void,
): CompanyDirectory {
  const byProfile = new Map<string, Map<string, CompanyRow>>();
  /** Signals of the profiles whose list is being read, or was. */
  const filled = new Map<string, AbortSignal>();

  const knownOf = (profileId: string) => {
    const known = byProfile.get(profileId) ?? new Map<string, CompanyRow>();
    byProfile.set(profileId, known);
    return known;
  };
  const learn = (profileId: string, companies: readonly CompanyRow[]) => {
    const known = knownOf(profileId);
    const before = known.size;
    for (const company of companies) known.set(company.id, company);
    if (known.size !== before && profileId === activeId()) onChange(known.size);
  };

  const readPages = async (signal: AbortSignal) => {
    const calls = api.inBulk('Company directory');
    for (let page = 1; page <= mostPages && !signal.aborted; page += 1) {
      const reply = await calls.listCompanies(page, pageSize, signal);
      const listing = reply.ok ? readListing(reply.value.json, { page, pageSize }, readCompany) : null;
      if (!reply.ok || !listing) return;
      learn(
        reply.value.profileId,
        listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])),
      );
      if (!listing.hasNext) return;
    }
  };

  return {
    learn,
    known: () => knownOf(activeId()).values(),
    lookup: (ids) => ids.flatMap((id) => knownOf(activeId()).get(id) ?? []),
    fill: async (signal) => {
      const id = activeId();
      if (filled.get(id)?.aborted === false) return;
      filled.set(id, signal);
      await readPages(signal);
    },
  };
}

import type { Outcome } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import type { DataProcess } from '../data/data-process.ts';
import { readCompany } from '#shared/tolerant-reading/read-row.ts';

const pageSize = 100;
/** Pages read without asking; what lies beyond is learned from pages that a person opens. */
const mostPages = 50;
const mostProviders = 100;

/** Names of companies by id, read in the background and kept by the data process, so that no row waits for its name. */
export interface CompanyDirectory {
  readonly lookup: (ids: readonly string[]) => Promise<Outcome<readonly CompanyRow[]>>;
  /** Companies of the active profile by words of their names, as far as they are known by now. */
  readonly search: (text: string, limit: number) => Promise<Outcome<readonly CompanyRow[]>>;
  /** Names of the providers that known companies came from, the most frequent first. */
  readonly providers: () => Promise<Outcome<readonly string[]>>;
  /** Keeps companies that some page has brought. */
  readonly learn: (profileId: string, companies: readonly CompanyRow[]) => void;
  /** Reads the list of the active profile from its first page, unless that is under way or done. */
  readonly fill: (signal: AbortSignal) => Promise<void>;
}

/** @param activeId id of the profile on screen: names of one are never shown under another */
export function createCompanyDirectory(
  { api, data }: { readonly api: ApiClient; readonly data: DataProcess },
  activeId: () => string,
  onChange: (known: number) => void,
): CompanyDirectory {
  /** Signals of the profiles whose list is being read, or was. */
  const filled = new Map<string, AbortSignal>();
  // What was known is gone: the next answer of the service begins anew.
  data.onLost(() => filled.clear());

  const learn = async (profileId: string, companies: readonly CompanyRow[]) => {
    if (companies.length === 0) return;
    const learned = await data.call('learnCompanies', { profileId, companies });
    if (learned.ok && learned.value.changed && profileId === activeId()) onChange(learned.value.known);
  };

  const readPages = async (signal: AbortSignal) => {
    const calls = api.inBulk('Company directory');
    for (let page = 1; page <= mostPages && !signal.aborted; page += 1) {
      const reply = await calls.listCompanies(page, pageSize, signal);
      const listing = reply.ok ? readListing(reply.value.json, { page, pageSize }, readCompany) : null;
      if (!reply.ok || !listing) return;
      await learn(
        reply.value.profileId,
        listing.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])),
      );
      if (!listing.hasNext) return;
    }
  };

  return {
    learn: (profileId, companies) => void learn(profileId, companies),
    lookup: (ids) => data.call('lookupCompanies', { profileId: activeId(), ids }),
    providers: () => data.call('knownProviders', { profileId: activeId(), limit: mostProviders }),
    search: (text, limit) => data.call('searchCompanies', { profileId: activeId(), text, limit }),
    fill: async (signal) => {
      const id = activeId();
      if (filled.get(id)?.aborted === false) return;
      filled.set(id, signal);
      await readPages(signal);
    },
  };
}

import { canPass } from '#shared/app-error-codes.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import { type ApiClient, readableRows } from '../api-client/api-client.ts';
import type { DataProcess } from '../data/data-process.ts';
import { throttle } from '../events/emitter.ts';

const pageSize = 100;
/** Maximum pages read in advance. Pages that the user opens add further companies. */
const maxPages = 50;
/** Minimum ms between two reports, because each report makes the pages read all names again. */
const reportEveryMs = 1_000;

interface DirectoryRead {
  readonly signal: AbortSignal;
  /** Page to resume at. Null while the list is being read and after it was read. */
  readonly page: number | null;
  readonly failures: number;
}

export function createCompanyDirectory(
  { api, data }: { readonly api: ApiClient; readonly data: DataProcess },
  activeId: () => string,
  onChange: (known: number) => void,
) {
  const readings = new Map<string, DirectoryRead>();
  const report = throttle(reportEveryMs, onChange);
  // The data process lost the company names. The next response starts a new reading.
  data.onLost(() => readings.clear());

  const learn = async (profileId: string, companies: readonly CompanyRow[]) => {
    if (companies.length === 0) return;
    const outcome = await data.call('learnCompanies', { profileId, companies });
    if (outcome.ok && outcome.value.changed && profileId === activeId()) report(profileId, outcome.value.known);
  };

  const readPages = async (first: number, signal: AbortSignal): Promise<number | null> => {
    const calls = api.inBulk('Company directory');
    for (let page = first; page <= maxPages && !signal.aborted; page += 1) {
      const listing = await calls.list('companies', { page, pageSize }, signal);
      if (!listing.ok) return canPass(listing.error.code) ? page : null;
      await learn(listing.value.profileId, readableRows(listing.value.rows));
      if (!listing.value.hasNext) return null;
    }
    return null;
  };

  const fill = async (signal: AbortSignal) => {
    const id = activeId();
    const lastReading = readings.get(id);
    const { page, failures } = lastReading?.signal.aborted === false ? lastReading : { page: 1, failures: 0 };
    // Runs after each successful call. Stops after several failures, so that a faulty page isn't requested each time.
    if (page === null || failures >= retryPolicy.load.tries) return;
    const reading = { signal, page: null, failures };
    readings.set(id, reading);
    const failedPage = await readPages(page, signal);
    if (failedPage === null || readings.get(id) !== reading) return;
    readings.set(id, { signal, page: failedPage, failures: failedPage === page ? failures + 1 : 1 });
  };

  return {
    learn: (profileId: string, companies: readonly CompanyRow[]) => void learn(profileId, companies),
    lookup: (ids: readonly string[]) => data.call('lookupCompanies', { profileId: activeId(), ids }),
    /** Reads the list of the active profile once. After a transient error, the next call resumes at the failed page. */
    fill,
    refresh: async (signal: AbortSignal) => {
      readings.delete(activeId());
      await fill(signal);
    },
  };
}

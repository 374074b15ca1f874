import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { boundsOf, isWithin, parseCreated } from '../../components/listing/filters/created-range.ts';

/** What narrows the rows of a page; empty and null narrow nothing. */
export interface CompanyFilters {
  /** Part of a name or an id. */
  readonly text: string;
  /** The empty text stands for "no provider". */
  readonly provider: readonly string[];
  /** As `parseCreated` reads it. */
  readonly created: string | null;
}

const folded = (text: string): string => text.trim().toLocaleLowerCase();

/** How many filters narrow the rows. */
export const activeFilters = ({ text, provider, created }: CompanyFilters): number =>
  [folded(text) !== '', provider.length > 0, created !== null].filter(Boolean).length;

/** Whether a row passes every filter; null where none is set. Letters match whatever their case. */
export const companyMatcher = (filters: CompanyFilters, now: Date): ((company: CompanyRow) => boolean) | null => {
  if (activeFilters(filters) === 0) return null;
  const wanted = folded(filters.text);
  const created = parseCreated(filters.created);
  const bounds = created && boundsOf(created, now);
  const hasText = ({ id, providerCompanyName, providerCompanyId }: CompanyRow): boolean =>
    [id, providerCompanyName, providerCompanyId].some((each) => each !== null && folded(each).includes(wanted));
  return (company) =>
    (wanted === '' || hasText(company)) &&
    (filters.provider.length === 0 || filters.provider.includes(company.sourceProvider ?? '')) &&
    (bounds === null || isWithin(company.created, bounds));
};

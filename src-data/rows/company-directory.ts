import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { companyFields } from '#shared/migration-api/fields.ts';

/** Companies of one profile that are kept by name; those of a page that a person opens are always among them. */
const mostCompanies = 20_000;

/** What is known of companies, by profile and id (C31b). */
export interface CompanyDirectory {
  /** Returns how many companies are known, and whether anything is new. */
  readonly learn: (profileId: string, companies: readonly CompanyRow[]) => { known: number; changed: boolean };
  readonly find: (profileId: string, id: string) => CompanyRow | null;
  /** Every company of a profile that is known by now. */
  readonly known: (profileId: string) => Iterable<CompanyRow>;
  /** Grows with each change of what is known of a profile. */
  readonly version: (profileId: string) => number;
  readonly remove: (profileId: string) => void;
}

interface Known {
  readonly byId: Map<string, CompanyRow>;
  version: number;
}

const fields = Object.keys(companyFields) as (keyof CompanyRow)[];
const isSame = (a: CompanyRow, b: CompanyRow): boolean => fields.every((field) => a[field] === b[field]);

export function createCompanyDirectory(): CompanyDirectory {
  const byProfile = new Map<string, Known>();
  return {
    learn: (profileId, companies) => {
      const known = byProfile.get(profileId) ?? { byId: new Map<string, CompanyRow>(), version: 0 };
      byProfile.set(profileId, known);
      const before = known.version;
      for (const company of companies) {
        const held = known.byId.get(company.id);
        // What was learned last is dropped last.
        known.byId.delete(company.id);
        known.byId.set(company.id, company);
        if (!held || !isSame(held, company)) known.version += 1;
      }
      for (const id of known.byId.keys()) {
        if (known.byId.size <= mostCompanies) break;
        known.byId.delete(id);
      }
      return { known: known.byId.size, changed: known.version !== before };
    },
    find: (profileId, id) => byProfile.get(profileId)?.byId.get(id) ?? null,
    known: (profileId) => byProfile.get(profileId)?.byId.values() ?? [],
    version: (profileId) => byProfile.get(profileId)?.version ?? 0,
    remove: (profileId) => void byProfile.delete(profileId),
  };
}

/** How well a name fits, lower is better; null where a word is missing in it. */
function rankOf(name: string, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === -1) return null;
    if (at > 0) rank += name.includes(` ${word}`) ? 1 : 2;
  }
  return rank;
}

/** The companies whose names hold every word of a text, whatever its case: those that begin with it first, then by name. */
export function findCompanies(companies: Iterable<CompanyRow>, text: string, limit: number): CompanyRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { readonly company: CompanyRow; readonly name: string; readonly rank: number }[] = [];
  for (const company of companies) {
    const name = company.providerCompanyName?.toLowerCase();
    const rank = name === undefined ? null : rankOf(name, words);
    if (name !== undefined && rank !== null) found.push({ company, name, rank });
  }
  return found
    .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    .slice(0, limit)
    .map(({ company }) => company);
}

/** The providers that companies came from: those of the most companies first, then by name. */
export function providerNames(companies: Iterable<CompanyRow>, limit: number): string[] {
  const counts = new Map<string, number>();
  for (const { sourceProvider: name } of companies) {
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([name, count], [other, others]) => others - count || name.localeCompare(other))
    .slice(0, limit)
    .map(([name]) => name);
}

import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';

/** Returns the rank of a name; lower is better. Null if a word is missing. */
function rankOf(name: string, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === -1) return null;
    if (at > 0) rank += name.includes(` ${word}`) ? 1 : 2;
  }
  return rank;
}

export function findCompanies(companies: Iterable<CompanyRow>, text: string, limit: number): CompanyRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const matches: { readonly company: CompanyRow; readonly name: string; readonly rank: number }[] = [];
  for (const company of companies) {
    const name = company.providerCompanyName?.toLowerCase();
    const rank = name === undefined ? null : rankOf(name, words);
    if (name !== undefined && rank !== null) matches.push({ company, name, rank });
  }
  return matches
    .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    .slice(0, limit)
    .map(({ company }) => company);
}

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

import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';

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

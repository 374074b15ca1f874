import type { ReportedItem } from '#shared/reports-api/reports.ts';
import { compareItems } from './compare-items.ts';
import type { DirectionResult } from './direction-result.ts';
import type { FilledSource, StoredItem } from './stored-items.ts';

export const countBy = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values.toSorted()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Servers encode the same path in different ways. A lone `%` is a literal character. */
const plainPath = (path: string): string => decodeURIComponent(path.replaceAll(/%(?![\dA-F]{2})/gi, '%25'));

type Judgement = Omit<DirectionResult, 'from' | 'to' | 'kills' | 'secondRun'>;

/** Compares a copy's report with the stored items of the servers. */
export const judgeCopy = async (
  { items, refused }: FilledSource,
  reported: readonly ReportedItem[],
  copied: ReadonlyMap<string, StoredItem>,
): Promise<Judgement> => {
  const lines = new Map(reported.map((line) => [plainPath(line.item), line]));
  const judged = items.map((item) => {
    const line = lines.get(plainPath(item.path));
    return { item, line, state: String(line?.state), after: copied.get(line?.place ?? '')?.content };
  });
  const pairs = judged.flatMap(({ item, line, state, after }) =>
    line === undefined || after === undefined
      ? []
      : [{ item, state, changes: line.changes, before: item.content, after }],
  );
  const differences = await compareItems(pairs.map((pair) => ({ ...pair, kind: pair.item.kind })));
  const comparedPairs = pairs.map((pair, index) => ({ ...pair, changed: differences[index] ?? [] }));
  const failed = judged.filter(({ state }) => state === 'failed');
  return {
    items: items.length,
    refusedBySource: refused,
    outcomes: countBy(judged.map(({ state }) => state)),
    changedProperties: countBy(comparedPairs.flatMap(({ changed }) => changed)),
    hidden: comparedPairs
      .filter(({ state, changed }) => state === 'copied' && changed.length > 0)
      .map(({ item, changed }) => `${item.path}: ${changed.join(', ')}`),
    needlessAlterations: comparedPairs
      .filter(({ state, changed }) => state === 'altered' && changed.length === 0)
      .map(({ item, changes }) => `${item.path}: ${JSON.stringify(changes)}`),
    failed: failed.map(({ item, line }) => `${item.path}: ${line?.reason ?? ''} ${line?.detail ?? ''}`.trim()),
    missing: judged
      .filter(({ state, after }) => state !== 'failed' && after === undefined)
      .map(({ item }) => item.path),
  };
};

import { countText } from '#ui/values/number-text.ts';

/** The rows that filters apply to: one page, or all loaded rows. */
export type Scope = 'this page' | 'all loaded';

interface ScopeFacts {
  readonly scope: Scope;
  readonly active: number;
  /** Number of rows that match the filters, and the total; null until the rows are read. */
  readonly matching: readonly [number, number] | null;
  readonly isComplete: boolean;
  readonly work?: { readonly name: string } | null;
}

export const scopeText = ({ scope, active, matching, isComplete, work }: ScopeFacts): readonly [string, string] => {
  const isNarrowed = active > 0 && matching !== null;
  const [matched, of] = matching ?? [0, 0];
  if (work) return [`${work.name} ${countText(of)} rows…`, `${work.name}…`];
  const match = `${countText(matched)} of ${countText(of)}`;
  if (scope === 'this page') {
    return isNarrowed
      ? [`${match} on this page match`, `${match} here`]
      : ['Filters search this page only', 'This page only'];
  }
  // Same message before and after the last row, so the bar doesn't shift.
  if (!isNarrowed) return ['Filters search all loaded rows', 'Loaded rows only'];
  return [isComplete ? `${match} match, all loaded` : `${match} loaded match`, match];
};

import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { countText } from '#ui/values/number-text.ts';

interface ScopeFacts {
  readonly active: number;
  readonly matched: number | null;
  readonly state: Pick<LoadedState, 'phase' | 'rows' | 'missing'> | undefined;
  readonly work?: { readonly name: string } | null;
}

export const scopeText = ({ active, matched, state, work }: ScopeFacts): readonly [string, string] => {
  const { phase = 'none', rows = 0, missing = 0 } = state ?? {};
  const rowsText = countText(rows);
  if (work) return [`${work.name} ${rowsText} rows…`, `${work.name}…`];
  if (active > 0 && rows > 0 && matched !== null) {
    const match = `${countText(matched)} of ${rowsText}`;
    const isComplete = phase === 'complete' && (missing ?? 0) === 0;
    return [isComplete ? `${match} rows match` : `${match} loaded rows match`, match];
  }
  const isPartial = rows > 0 && (phase === 'cancelled' || phase === 'paused' || phase === 'failed');
  // Shows the same sentence during a load, because a filter loads the rows that it needs, and another sentence would
  // shift the bar.
  return isPartial
    ? [`Filters search ${rowsText} loaded rows`, 'Loaded rows only']
    : ['Filters search all rows', 'All rows'];
};

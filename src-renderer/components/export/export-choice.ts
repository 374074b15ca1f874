import type { LoadPlan, LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { exportCalls } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { hasAllRows, planText } from '../load/load-text.ts';
import { countedText, countText } from '#ui/values/number-text.ts';

export type ExportArgs = ArgsOf<typeof exportCalls.start>;
export type ExportScope = ExportArgs['scope'];
export type ExportFormat = ExportArgs['format'];

export const exportFormats: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'jsonl', label: 'JSON Lines' },
];

interface ScopeLine {
  readonly scope: ExportScope;
  readonly label: string;
  readonly help: string;
}

interface ScopeFacts {
  readonly pageRows: number | null;
  readonly loaded: LoadedState | undefined;
  readonly plan: LoadPlan | undefined;
  readonly isFiltered: boolean;
  /** Number of loaded rows that match the filters. Null without filters and while counting. */
  readonly matched: number | null;
  readonly selected?: number;
}

const rowsText = (count: number): string => countedText(count, 'row');

/** Returns the sets of rows that can be exported now. The first is the default. */
export const scopeLines = ({
  pageRows,
  loaded,
  plan,
  isFiltered,
  matched,
  selected = 0,
}: ScopeFacts): readonly ScopeLine[] => {
  const isLoaded = loaded !== undefined && loaded.rows > 0;
  const isWhole = isLoaded && hasAllRows(loaded);
  const totalRows = plan?.rows ?? loaded?.total ?? null;
  const loadedText = (rows: number): string => {
    if (!isFiltered) return rowsText(rows);
    if (matched === null) return `Matching rows of ${rowsText(rows)}`;
    return `${countText(matched)} of ${rowsText(rows)} ${matched === 1 ? 'matches' : 'match'} the filters`;
  };
  const lines: readonly (ScopeLine | false)[] = [
    selected > 0 && { scope: 'chosen', label: 'Selected', help: `${rowsText(selected)}.` },
    pageRows !== null && {
      scope: 'page',
      label: 'This page',
      help: `${rowsText(pageRows)}, current data from the service.`,
    },
    isLoaded && {
      scope: 'loaded',
      label: 'All loaded',
      help: `${loadedText(loaded.rows)}${isWhole ? '' : ". Loading isn't complete"}.`,
    },
    !isWhole && {
      scope: 'all',
      label: 'All pages',
      help: `${isFiltered ? 'Matching rows of ' : ''}${totalRows === null ? (isFiltered ? 'all pages' : 'Every row') : `${isFiltered ? 'about' : 'About'} ${rowsText(totalRows)}`}, downloaded again with ${
        plan ? planText(plan) : 'several requests'
      }.`,
    },
  ];
  return lines.filter((line) => line !== false);
};

import type { LoadPlan, LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { exportCalls } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { planText } from '../load/load-text.ts';
import { countText } from '#ui/values/number-text.ts';

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
  readonly disabledBecause: string | null;
}

interface ScopeFacts {
  readonly pageRows: number | null;
  readonly loaded: LoadedState | undefined;
  readonly plan: LoadPlan | undefined;
  /**
   * Number of rows that match the filters, on this page and among loaded rows; null without filters or while counting.
   */
  readonly matching: { readonly page: number | null; readonly loaded: number | null } | null;
  readonly selected?: number;
}

const rowsText = (count: number): string => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`;

export const scopeLines = ({ pageRows, loaded, plan, matching, selected = 0 }: ScopeFacts): readonly ScopeLine[] => {
  const isLoaded = loaded !== undefined && loaded.rows > 0;
  const isWhole = isLoaded && loaded.phase === 'complete';
  const all = plan?.rows ?? loaded?.total ?? null;
  const sizeOf = (rows: number, passing: number | null): string =>
    matching === null ? rowsText(rows) : `${passing === null ? 'Those' : countText(passing)} of ${rowsText(rows)}`;
  const passing = (count: number | null): string => {
    if (matching === null) return '';
    return count === null ? ' that pass the filters' : count === 1 ? ' passes the filters' : ' pass the filters';
  };
  const chosen: ScopeLine = {
    scope: 'chosen',
    label: 'Selected',
    help: `${rowsText(selected)}.`,
    disabledBecause: null,
  };
  return [
    ...(selected > 0 ? [chosen] : []),
    {
      scope: 'page',
      label: 'This page',
      help:
        pageRows === null
          ? 'No page is shown.'
          : `${sizeOf(pageRows, matching?.page ?? null)}${passing(matching?.page ?? null)}, current data from the service.`,
      disabledBecause: pageRows === null ? 'No page is shown' : null,
    },
    {
      scope: 'loaded',
      label: 'All loaded',
      help: isLoaded
        ? `${sizeOf(loaded.rows, matching?.loaded ?? null)}${passing(matching?.loaded ?? null)}${isWhole ? '' : ', not all loaded'}.`
        : 'Nothing loaded yet.',
      disabledBecause: isLoaded ? null : 'Nothing loaded yet',
    },
    {
      scope: 'all',
      label: 'All pages',
      help: `${matching ? 'Matching rows of ' : ''}${all === null ? (matching ? 'every row' : 'Every row') : `${matching ? 'about' : 'About'} ${rowsText(all)}`}, downloads again: ${
        plan ? planText(plan) : 'counting the requests'
      }.`,
      disabledBecause: null,
    },
  ];
};

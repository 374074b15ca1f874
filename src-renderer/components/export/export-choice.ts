import type { LoadPlan, LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { exportCalls } from '#shared/console-contract/export-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { planText } from '../loaded/load/load-text.ts';
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
  /** Why it cannot be chosen; null where it can. */
  readonly disabledBecause: string | null;
}

interface ScopeFacts {
  /** Rows on this page; null where no page is shown. */
  readonly pageRows: number | null;
  readonly loaded: LoadedState | undefined;
  /** undefined while it is being asked for. */
  readonly plan: LoadPlan | undefined;
}

const rowsText = (count: number): string => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`;

/** What can be exported, with its size and what it costs. */
export const scopeLines = ({ pageRows, loaded, plan }: ScopeFacts): readonly ScopeLine[] => {
  const isLoaded = loaded !== undefined && loaded.rows > 0;
  const isWhole = isLoaded && loaded.phase === 'complete';
  const all = plan?.rows ?? loaded?.total ?? null;
  return [
    {
      scope: 'page',
      label: 'This page',
      help: pageRows === null ? 'No page is shown.' : `${rowsText(pageRows)}, as the service has them now.`,
      disabledBecause: pageRows === null ? 'No page is shown' : null,
    },
    {
      scope: 'loaded',
      label: 'All loaded',
      help: isLoaded ? `${rowsText(loaded.rows)}${isWhole ? '' : ', not all are loaded'}.` : 'Nothing is loaded yet.',
      disabledBecause: isLoaded ? null : 'Nothing is loaded yet',
    },
    {
      scope: 'all',
      label: 'All pages',
      help: `${all === null ? 'Every row' : `About ${rowsText(all)}`}, read anew: ${
        plan ? planText(plan) : 'counting the requests'
      }.`,
      disabledBecause: null,
    },
  ];
};

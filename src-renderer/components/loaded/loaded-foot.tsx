import type { LoadedGroups, LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { gapsText, loadedText } from '../load/load-text.ts';
import type { RowRange } from '#ui/table/use-virtual-rows.ts';
import { RowNumbers } from '../listing/pager/pager.tsx';

interface LoadedFootProps {
  readonly state: LoadedState | undefined;
  readonly matched: number | null;
  readonly range: RowRange | null;
  readonly groups: LoadedGroups | undefined;
}

const missingRowsText =
  'The service reports more rows than were loaded. Rows that moved while pages loaded may be missing.';

const Groups = ({ groups: { groups, left, matched } }: { readonly groups: LoadedGroups }) => (
  <>
    <strong>{countText(groups.length + left.groups)}</strong> {groups.length === 1 ? 'group' : 'groups'} of{' '}
    <strong>{countText(matched)}</strong> rows
    {left.groups > 0 ? `, the largest ${countText(groups.length)} are shown` : null}
  </>
);

export const RowsInView = ({ range, matched }: Pick<LoadedFootProps, 'range' | 'matched'>) => {
  const end = range ? Math.min(range.end, matched ?? 0) : 0;
  if (end === 0 || !range) return null;
  return <RowNumbers first={Math.min(range.first + 1, end)} last={end} total={matched ?? 0} />;
};

export const LoadedFoot = ({ state, matched, range, groups }: LoadedFootProps) => {
  const gaps = state ? gapsText(state) : '';
  return (
    <footer className="pager row hint rigid loaded-foot" aria-label="Loaded rows">
      <span className="pager-rows number">
        {groups ? <Groups groups={groups} /> : null}
        <RowsInView range={range} matched={matched} />
      </span>
      {gaps === '' ? null : (
        <span className="loaded-gaps number" {...tip(missingRowsText)}>
          {gaps}
        </span>
      )}
      <span className="number">{state ? loadedText(state) : ''}</span>
    </footer>
  );
};

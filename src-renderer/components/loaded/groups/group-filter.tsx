import { Rows3 } from 'lucide-react';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { LazyPopMenu } from '#ui/menu/menu-button.tsx';
import type { BarFilter } from '../../listing/filters/bar-filter.tsx';

export const groupBarFilter = (
  keys: readonly (readonly [GroupKey, string])[],
  by: GroupKey | null,
  onGroup: (by: GroupKey | null) => void,
): BarFilter => ({
  id: 'group',
  icon: Rows3,
  name: 'Group by',
  shortName: 'Group',
  choice: keys.find(([key]) => key === by)?.[1] ?? null,
  narrows: false,
  opens: 'menu',
  onClear: () => onGroup(null),
  renderChoice: (place) => (
    <LazyPopMenu
      name="Group by"
      parts={[
        {
          kind: 'one',
          head: 'Group by',
          ariaName: 'Group by',
          lines: [{ id: 'none', label: 'No groups' }, ...keys.map(([id, label]) => ({ id, label }))],
          chosen: [by ?? 'none'],
          onChoose: ([chosen]) => onGroup(keys.find(([key]) => key === chosen)?.[0] ?? null),
        },
      ]}
      {...place}
    />
  ),
});

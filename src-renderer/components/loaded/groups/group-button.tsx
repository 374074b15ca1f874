import { Rows3 } from 'lucide-react';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { Chip, ChipWords } from '../../listing/filters/filter-chip.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';

interface GroupButtonProps {
  /** What rows can be grouped by, and its name. */
  readonly keys: readonly (readonly [GroupKey, string])[];
  readonly by: GroupKey | null;
  readonly onGroup: (by: GroupKey | null) => void;
}

/** Rows under heads that say how many share a value. */
export const GroupButton = ({ keys, by, onGroup }: GroupButtonProps) => {
  const choice = keys.find(([key]) => key === by)?.[1] ?? null;
  return (
    <Chip name="Group by" active={choice !== null} onClear={() => onGroup(null)}>
      <MenuButton
        className="chip-button"
        name={choice === null ? 'Group by' : `Group by ${choice}`}
        tooltip="when cut"
        parts={() => [
          {
            kind: 'one',
            head: 'Group by',
            ariaName: 'Group by',
            lines: [{ id: 'none', label: 'Nothing' }, ...keys.map(([id, label]) => ({ id, label }))],
            chosen: [by ?? 'none'],
            onChoose: ([chosen]) => onGroup(keys.find(([key]) => key === chosen)?.[0] ?? null),
          },
        ]}
      >
        <ChipWords icon={Rows3} name={choice === null ? 'Group' : 'Group by'} choice={choice} />
      </MenuButton>
    </Chip>
  );
};

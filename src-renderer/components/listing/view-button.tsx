import { SlidersHorizontal } from 'lucide-react';
import { MenuButton } from '../menu/menu-button.tsx';
import { densities, type Density } from './table-view.ts';
import type { HideableColumn } from './use-hidden-columns.ts';

interface ViewButtonProps {
  readonly hideable: readonly HideableColumn[];
  readonly hidden: readonly string[];
  readonly onHidden: (hidden: readonly string[]) => void;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
}

/** Which columns a table shows, and how high its rows are. */
export const ViewButton = ({ hideable, hidden, onHidden, density, onDensity }: ViewButtonProps) => (
  <MenuButton
    className="icon-button ghost small"
    name="Columns and density"
    tooltip
    placement="bottom end"
    parts={() => [
      {
        kind: 'many',
        head: 'Columns',
        ariaName: 'Columns',
        lines: hideable.map(({ id, head }) => ({ id, label: head })),
        chosen: hideable.map(({ id }) => id).filter((id) => !hidden.includes(id)),
        onChoose: (shown) => onHidden(hideable.map(({ id }) => id).filter((id) => !shown.includes(id))),
      },
      {
        kind: 'one',
        head: 'Row height',
        ariaName: 'Row height',
        lines: densities.map(([id, label]) => ({ id, label })),
        chosen: [density],
        onChoose: ([chosen]) => {
          const next = densities.find(([id]) => id === chosen)?.[0];
          if (next) onDensity(next);
        },
      },
    ]}
  >
    <SlidersHorizontal size={14} aria-hidden="true" />
  </MenuButton>
);

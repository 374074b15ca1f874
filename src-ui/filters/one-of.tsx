import { LazyPopMenu } from '../menu/menu-button.tsx';
import type { MenuLine } from '../menu/pop-menu.tsx';
import type { ChipFilter } from './filter-chip.tsx';

interface OneOfProps {
  readonly filter: Pick<ChipFilter, 'name' | 'icon' | 'shortName'>;
  readonly head?: string | undefined;
  readonly lines: readonly MenuLine[];
  readonly chosen: string | null;
  /** Names a chosen value without a line. */
  readonly nameOf?: (id: string) => string;
  readonly onChoose: (id: string | null) => void;
}

export const oneOf = ({ filter, head, lines, chosen, nameOf = String, onChoose }: OneOfProps): ChipFilter => ({
  ...filter,
  choice: chosen === null ? null : (lines.find(({ id }) => id === chosen)?.label ?? nameOf(chosen)),
  opens: 'menu',
  onClear: () => onChoose(null),
  renderChoice: (place) => (
    <LazyPopMenu
      name={filter.name}
      parts={[
        {
          kind: 'one',
          head,
          ariaName: filter.name,
          lines,
          chosen: chosen === null ? [] : [chosen],
          onChoose: ([id]) => onChoose(id ?? null),
        },
      ]}
      {...place}
    />
  ),
});

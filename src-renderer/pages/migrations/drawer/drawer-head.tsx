import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { CloseButton, IconButton } from '#ui/controls/button.tsx';
import { Kbd } from '#ui/keys/shortcuts.tsx';
import { countText } from '#ui/values/number-text.ts';
import type { RowPlace } from '../../../components/listing/list-definition.ts';

interface DrawerHeadProps {
  readonly place: RowPlace<ListedMigration>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

export const DrawerHead = ({ place, onMove, onClose }: DrawerHeadProps) => {
  const { index, count, scope, previous, next } = place;
  return (
    <header className="drawer-head row rigid">
      <IconButton
        label="Previous migration"
        icon={ChevronUp}
        size="small"
        shortcut="↑"
        disabledBecause={previous === null ? `No previous row ${scope}` : null}
        onPress={() => previous !== null && onMove(previous)}
      />
      <IconButton
        label="Next migration"
        icon={ChevronDown}
        size="small"
        shortcut="↓"
        disabledBecause={next === null ? `No next row ${scope}` : null}
        onPress={() => next !== null && onMove(next)}
      />
      <span className="drawer-place number">
        {index === null ? 'Not in this list' : `${countText(index + 1)} of ${countText(count)}`}
      </span>
      <span className="drawer-actions row push-end">
        <span className="drawer-keys" aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> next row
        </span>
        <span className="drawer-rule" />
        <CloseButton label="Close" shortcut="Esc" onPress={onClose} />
      </span>
    </header>
  );
};

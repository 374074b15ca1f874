import { ChevronDown, ChevronUp, Eye, EyeOff, Link, Terminal, X } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { mostWatched as contractMost } from '#shared/console-contract/watch-calls.ts';
import { useToggleWatch } from '../../../components/migration/toggle-watch.ts';
import { useWatchState } from '../../../api/watch-state.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import type { RowPlace } from '../../../components/listing/row-place.ts';
import { countText } from '#ui/values/number-text.ts';
import { migrationLink } from '../migration-link.ts';
import { SupportBundleButton } from '../../../components/support-bundle/support-bundle-button.tsx';
import { useMigrationCurl } from './use-migration-curl.ts';

interface DrawerHeadProps {
  readonly id: string;
  /** Where it stands in the list beside it. */
  readonly place: RowPlace<ListedMigration>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** The type fails when it differs from the contract's. */
const mostWatched: typeof contractMost = 50;

/** Where the open migration stands in its list, and what can be done with it. */
export const DrawerHead = ({ id, place, onMove, onClose }: DrawerHeadProps) => {
  const copyCurl = useMigrationCurl();
  const watched = useWatchState()?.watched ?? [];
  const toggleWatch = useToggleWatch();
  const isWatched = watched.some((each) => each.id === id);
  const isFull = !isWatched && watched.length >= mostWatched;
  const { index, count, scope, previous, next } = place;
  return (
    <header className="drawer-head">
      <IconButton
        label="Previous migration"
        icon={ChevronUp}
        size="small"
        shortcut="↑"
        disabledBecause={previous === null ? `No row above ${scope}` : null}
        onPress={() => previous !== null && onMove(previous)}
      />
      <IconButton
        label="Next migration"
        icon={ChevronDown}
        size="small"
        shortcut="↓"
        disabledBecause={next === null ? `No row below ${scope}` : null}
        onPress={() => next !== null && onMove(next)}
      />
      <span className="drawer-place number">
        {index === null ? `Not ${scope}` : `${countText(index + 1)} of ${countText(count)}`}
      </span>
      <span className="drawer-actions">
        <Button size="small" icon={Terminal} onPress={() => void copyCurl(id)}>
          Copy as cURL
        </Button>
        <IconButton
          label="Copy link"
          icon={Link}
          size="small"
          onPress={() => copyText(migrationLink(id), 'the link; it holds no secret')}
        />
        <IconButton
          label={isWatched ? 'Watch no longer' : 'Watch'}
          icon={isWatched ? EyeOff : Eye}
          size="small"
          disabledBecause={isFull ? '50 migrations are watched: end one first' : null}
          onPress={() => toggleWatch(id, isWatched)}
        />
        <SupportBundleButton subject={{ kind: 'migration', id }} about="this migration" size="small" />
        <span className="drawer-rule" />
        <IconButton label="Close" icon={X} size="small" variant="ghost" shortcut="Esc" onPress={onClose} />
      </span>
    </header>
  );
};

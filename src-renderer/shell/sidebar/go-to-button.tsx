import { Search } from 'lucide-react';
import { commandKey, Kbd } from '#ui/keys/kbd.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useRail } from './use-rail.ts';
import './go-to-button.css';

/** Opens the palette; looks like the field that it leads to. */
export const GoToButton = ({ onPress }: { readonly onPress: () => void }) => {
  const isRail = useRail();
  return (
    <button
      type="button"
      className="go-to"
      aria-label="Go to…"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      {...(isRail ? tip('Go to…', { side: 'right', shortcut: `${commandKey()} K` }) : undefined)}
      onClick={onPress}
    >
      <Search size={14} aria-hidden="true" />
      <span className="go-to-word">Go to…</span>
      <span className="go-to-keys">
        <Kbd>{commandKey()}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
};

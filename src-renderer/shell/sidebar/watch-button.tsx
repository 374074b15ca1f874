import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useWatchState } from '../../api/profile-data.ts';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useRail } from './use-rail.ts';
import '#ui/sidebar/nav.css';
import './nav-link.css';

const WatchList = lazyPart(() => import('../watch/watch-list.tsx'), 'WatchList');

export const WatchButton = () => {
  const state = useWatchState();
  const isRail = useRail();
  const [trigger, setTrigger] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const count = state?.watched.length ?? 0;
  if (!state || (count === 0 && !isOpen)) return null;
  const name = `Watching, ${count}${state.paused ? ', paused' : ''}`;
  return (
    <>
      <button
        ref={setTrigger}
        type="button"
        className="nav-link"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(isRail ? tip(name, { side: 'right' }) : undefined)}
        onClick={() => setOpen(!isOpen)}
      >
        <Eye size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="nav-label nav-word">Watching</span>
        <span className="nav-count faint text-small nav-word number">{state.paused ? `${count}, paused` : count}</span>
      </button>
      {isOpen && trigger ? <WatchList state={state} trigger={trigger} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

import { Lock, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Guest } from './guest.tsx';
import type { LabSettings } from '../lab-settings.ts';
import { partId } from '../lab-tabs.tsx';
import { ProblemPanel } from '../problem-panel.tsx';
import type { LabWayOn, ShownProblem } from '../problem-words.ts';
import './guest-panel.css';

/** A page that has not reported by then has not loaded, or has crashed. */
const loadWithinMs = 6_000;
const restMs = 600;

const silentGuest: ShownProblem = { code: 'guest_silent', detail: null, error: null };

/** The problem that shows: a page that never reports is one too, and only the host of its frame can tell. */
const useShownProblem = ({ guest, problem, shownIn }: LabView, load: number): ShownProblem | null => {
  const [late, setLate] = useState(-1);
  const waits = guest === 'waiting' && shownIn !== 'tab';
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(load), loadWithinMs);
    return () => clearTimeout(timer);
  }, [waits, load]);
  return problem ?? (waits && late === load ? silentGuest : null);
};

const addressText = (address: string): string => `${new URL(address).host}/lab`;

/**
 * A new load of the guest. Between the old frame and the new one lies a rest: a process that hangs is given up only when
 * its last frame is gone, and until then a frame of the same origin would be given to it again. 400 ms were enough.
 */
const useReload = () => {
  const [load, setLoad] = useState(0);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => {
      setLoad((before) => before + 1);
      setResting(false);
    }, restMs);
    return () => clearTimeout(timer);
  }, [isResting]);
  return { load, isResting, reload: () => setResting(true) };
};

interface GuestPanelProps {
  readonly view: LabView;
  readonly theme: LabSettings['theme'];
  readonly onWayOn: (way: LabWayOn) => void;
}

/** The lab's page with its bar: where it is, that it is isolated, reload, and the width of a phone. */
export const GuestPanel = ({ view, theme, onWayOn }: GuestPanelProps) => {
  const { load, isResting, reload } = useReload();
  const [isPhone, setPhone] = useState(false);
  const problem = useShownProblem(view, load);
  const wayOn = (way: LabWayOn): void => {
    if (way === 'reload-guest') reload();
    else if (way === 'own-tab') window.open(view.address, '_blank', 'noopener');
    else onWayOn(way);
  };
  return (
    <section className="guest-panel" id={partId('page')} aria-label="Page of the lab">
      <header className="guest-bar">
        <span className="guest-address">
          <Lock size={12} aria-hidden="true" />
          <span className="mono truncate">{addressText(view.address)}</span>
          <span className="guest-kind">{view.shownIn === 'tab' ? 'Tab of its own' : 'Isolated guest'}</span>
        </span>
        {view.shownIn === 'tab' ? null : (
          <>
            <IconButton label="Reload guest" icon={RotateCw} size="small" variant="ghost" onPress={reload} />
            <IconButton
              label={isPhone ? 'Full width' : 'Width of a phone'}
              icon={Smartphone}
              size="small"
              variant="ghost"
              onPress={() => setPhone(!isPhone)}
            />
          </>
        )}
      </header>
      <div className="guest-stage" data-phone={isPhone || undefined}>
        {isResting ? null : <Guest key={`${view.address} ${load}`} view={view} theme={theme} />}
        {problem && !isResting ? <ProblemPanel problem={problem} shownIn={view.shownIn} onWayOn={wayOn} /> : null}
      </div>
    </section>
  );
};

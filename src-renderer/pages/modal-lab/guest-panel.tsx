import { Lock, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { IconButton } from '../../components/button.tsx';
import { Guest } from './guest.tsx';
import { partId } from './lab-tabs.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import type { LabWayOn, ShownProblem } from './problem-words.ts';

/** A page that has not reported by then has not loaded, or has crashed. */
const loadWithinMs = 6_000;

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

interface GuestPanelProps {
  readonly view: LabView;
  readonly onWayOn: (way: LabWayOn) => void;
}

/** The lab's page with its bar: where it is, that it is isolated, reload, and the width of a phone. */
export const GuestPanel = ({ view, onWayOn }: GuestPanelProps) => {
  const [load, setLoad] = useState(0);
  const [isPhone, setPhone] = useState(false);
  const problem = useShownProblem(view, load);
  const wayOn = (way: LabWayOn): void => {
    if (way === 'reload-guest') setLoad(load + 1);
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
        <IconButton
          label="Reload guest"
          icon={RotateCw}
          size="small"
          variant="ghost"
          onPress={() => setLoad(load + 1)}
        />
        <IconButton
          label={isPhone ? 'Full width' : 'Width of a phone'}
          icon={Smartphone}
          size="small"
          variant="ghost"
          onPress={() => setPhone(!isPhone)}
        />
      </header>
      <div className="guest-stage" data-phone={isPhone || undefined}>
        <Guest key={`${view.address} ${load}`} view={view} />
        {problem ? <ProblemPanel problem={problem} onWayOn={wayOn} /> : null}
      </div>
    </section>
  );
};

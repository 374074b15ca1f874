import { TimerOff } from 'lucide-react';
import { tip } from '../tooltip/tip.ts';
import { countdownOf, useAge } from './countdown.ts';
import './countdown-ring.css';

interface CountdownRingProps {
  /** What it counts: "Link token". */
  readonly label: string;
  /** When it began, by the page's monotonic clock. */
  readonly began: number;
  readonly lifetimeMs: number;
  /** Age at its use, in ms: the ring stands still from then on. */
  readonly usedAfterMs?: number | null;
}

const radius = 19.5;
const round = 2 * Math.PI * radius;

const wordsFor = { running: 'left', last: 'left', used: 'left when it was used', expired: 'Expired' } as const;

/** The rest of a lifetime as a ring of 42 px with the number in it. */
export const CountdownRing = ({ label, began, lifetimeMs, usedAfterMs = null }: CountdownRingProps) => {
  const age = useAge(began, usedAfterMs === null);
  const { phase, share, text } = countdownOf(age, lifetimeMs, usedAfterMs);
  const words = phase === 'expired' ? wordsFor.expired : `${text} ${wordsFor[phase]}`;
  return (
    <span className="countdown number" data-phase={phase} {...tip(words)}>
      <span className="visually-hidden">{`${label}: ${words}`}</span>
      <svg width="42" height="42" viewBox="0 0 42 42" aria-hidden="true">
        <circle cx="21" cy="21" r={radius} />
        <circle className="countdown-arc" cx="21" cy="21" r={radius} strokeDasharray={`${share * round} ${round}`} />
      </svg>
      {phase === 'expired' ? <TimerOff size={16} aria-hidden="true" /> : <span aria-hidden="true">{text}</span>}
    </span>
  );
};

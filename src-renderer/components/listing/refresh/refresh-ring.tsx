import { useNow } from '#ui/values/clock.tsx';
import { refreshShare, type RefreshSeconds } from './auto-refresh.ts';

const radius = 6;
const round = 2 * Math.PI * radius;

/** How much of the wait for the next refresh is over; full when it starts. Decoration: the button beside it says the rhythm. */
export const RefreshRing = ({ nextAt, seconds }: { readonly nextAt: number; readonly seconds: RefreshSeconds }) => {
  const now = useNow(1000);
  const arc = refreshShare(nextAt, seconds, now.getTime()) * round;
  return (
    <svg className="refresh-ring" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={radius} />
      <circle className="refresh-arc" cx="8" cy="8" r={radius} strokeDasharray={`${arc} ${round}`} />
    </svg>
  );
};

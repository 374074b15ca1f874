import { Hourglass } from 'lucide-react';
import { ageText } from '../../components/time-text.ts';
import { tip } from '../../components/tooltip/tip.ts';
import './stuck-mark.css';

/** Beside a status: for how long it has not changed, which is longer than it should be. */
export const StuckMark = ({ stuckMs, long = false }: { readonly stuckMs: number; readonly long?: boolean }) => (
  <span className="stuck-mark number" {...tip(`No change seen for ${ageText(stuckMs)}`)}>
    <Hourglass size={12} aria-hidden="true" />
    <span className={long ? undefined : 'visually-hidden'}>Stuck for </span>
    {long ? ageText(stuckMs) : ageText(stuckMs).split(' ', 2).join(' ')}
  </span>
);

import { Clock } from 'lucide-react';
import { useNow } from './clock.tsx';
import { ageText } from './time-text.ts';
import './freshness.css';

export interface FreshnessProps {
  /** When the rows on screen came, in ms since 1970; 0 while there are none. */
  readonly updatedAt: number;
  /** The last try to renew them failed. */
  readonly stale: boolean;
}

/** How old the rows on screen are. */
export const Freshness = ({ updatedAt, stale }: FreshnessProps) => {
  const now = useNow(1000);
  if (updatedAt === 0) return null;
  const age = now.getTime() - updatedAt;
  if (stale) {
    return (
      <span className="freshness stale number">
        <Clock size={14} aria-hidden="true" />
        {ageText(age)} old
      </span>
    );
  }
  return (
    <span className="freshness number">
      <span className="freshness-word">Updated </span>
      {age < 2000 ? 'just now' : `${ageText(age)} ago`}
    </span>
  );
};

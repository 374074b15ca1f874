import { Clock } from 'lucide-react';
import { ageText, useNow } from '../values/times.tsx';
import { countText } from '../values/number-text.ts';
import './freshness.css';

interface FreshnessProps {
  /** Arrival time of the displayed rows, in ms since 1970. 0 before their arrival. */
  readonly updatedAt: number;
  readonly loadingPage: number | null;
  readonly stale: boolean;
}

export const Freshness = ({ updatedAt, loadingPage, stale }: FreshnessProps) => {
  const now = useNow(1000);
  if (updatedAt === 0) {
    return loadingPage === null ? null : (
      <span className="freshness row skeleton-note number">Loading page {countText(loadingPage)}</span>
    );
  }
  const age = now.getTime() - updatedAt;
  if (stale) {
    return (
      <span className="freshness row stale number">
        <Clock size={14} aria-hidden="true" />
        {ageText(age)} old
      </span>
    );
  }
  return (
    <span className="freshness row number">
      <span className="freshness-word">Updated </span>
      {age < 2000 ? 'just now' : `${ageText(age)} ago`}
    </span>
  );
};

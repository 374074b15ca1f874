import type { ReactNode } from 'react';
import './overview-card.css';

interface OverviewCardProps {
  readonly title: string;
  /** At the right end of the head. */
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One subject of the Overview page. */
export const OverviewCard = ({ title, note, className = '', children }: OverviewCardProps) => (
  <section className={`overview-card ${className}`} aria-label={title}>
    <header className="overview-card-head">
      <h2>{title}</h2>
      {note === undefined ? null : <span className="overview-card-note">{note}</span>}
    </header>
    {children}
  </section>
);

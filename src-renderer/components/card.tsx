import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  readonly title: string;
  /** At the right end of the head. */
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One subject of a page of several. */
export const Card = ({ title, note, className = '', children }: CardProps) => (
  <section className={`card ${className}`} aria-label={title}>
    <header className="card-head">
      <h2>{title}</h2>
      {note === undefined ? null : <span className="card-note">{note}</span>}
    </header>
    {children}
  </section>
);

import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  readonly title: string;
  readonly about?: string;
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export const Card = ({ title, about, note, className = '', children }: CardProps) => (
  <section className={`card outlined stack shrink ${className}`} aria-label={title}>
    <header className="card-head row rigid">
      <h2 className="subtitle">{title}</h2>
      {about === undefined ? null : <p className="card-about hint truncate">{about}</p>}
      {note === undefined ? null : <span className="faint text-small push-end">{note}</span>}
    </header>
    {children}
  </section>
);

import { SkeletonLine } from '#ui/table/skeleton-line.tsx';
import './card.css';

interface LoadingCardProps {
  readonly title: string;
  readonly lines: number;
  /** In px. */
  readonly lineHeight: number;
  readonly className?: string;
}

/** Placeholder with the height of the loaded card, so that the layout doesn't move. */
export const LoadingCard = ({ title, lines, lineHeight, className = '' }: LoadingCardProps) => (
  <section className={`card outlined stack shrink ${className}`} aria-hidden="true">
    <header className="card-head row rigid">
      <h2 className="subtitle">{title}</h2>
    </header>
    {/* Set through the CSSOM, because the content security policy blocks style attributes. */}
    <div className="card-coming skeleton-rows" style={{ gridAutoRows: lineHeight }}>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key
        <SkeletonLine key={line} at={line * 3} hasIcon />
      ))}
    </div>
  </section>
);

import './skeleton.css';

const widths = ['a', 'b', 'c', 'd'] as const;

interface SkeletonLineProps {
  /** Chooses one of four widths. */
  readonly at: number;
  readonly hasIcon?: boolean;
}

export const SkeletonLine = ({ at, hasIcon = false }: SkeletonLineProps) => (
  <span className={`skeleton-line row gap-7 skeleton-${widths[at % widths.length]}`}>
    {hasIcon ? <span className="skeleton-icon" /> : null}
    <span className="skeleton-bar" />
  </span>
);

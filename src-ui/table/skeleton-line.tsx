import './skeleton.css';

const widths = ['a', 'b', 'c', 'd'] as const;

interface SkeletonLineProps {
  /** Chooses one of four widths. */
  readonly at: number;
  readonly hasIcon?: boolean;
  readonly hasBar?: boolean;
  readonly className?: string;
}

export const SkeletonLine = ({ at, hasIcon = false, hasBar = true, className = '' }: SkeletonLineProps) => (
  <span className={`${className} skeleton-line row gap-7 skeleton-${widths[at % widths.length]}`}>
    {hasIcon ? <span className="skeleton-icon" /> : null}
    {hasBar ? <span className="skeleton-bar" /> : null}
  </span>
);

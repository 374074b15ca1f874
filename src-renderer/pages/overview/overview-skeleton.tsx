import '../../components/listing/skeleton.css';

const lines = ['a', 'b', 'c', 'd', 'a', 'c', 'b', 'd'];

/** Figures to come; seen only when they take longer than 150 ms. */
export const OverviewSkeleton = () => (
  <div className="overview-card overview-skeleton skeleton-rows" aria-hidden="true">
    {lines.map((width, line) => (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={line} className={`skeleton-line skeleton-${width}`}>
        <span className="skeleton-icon" />
        <span className="skeleton-bar" />
      </span>
    ))}
  </div>
);

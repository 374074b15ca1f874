import '#ui/table/skeleton.css';
import './overview-skeleton.css';

/** Title and lines of each card; the lines are as high as those that come. */
const cards = [
  { title: 'Migrations by status', kind: 'statuses', lines: 9 },
  { title: 'By provider', kind: 'providers', lines: 7 },
  { title: 'Needs a look', kind: 'problems', lines: 7 },
] as const;

const widths = ['b', 'a', 'c', 'd', 'a', 'c', 'b', 'd', 'a'];

/** Figures to come, in the places that they will have; the bars are seen only when that takes longer than 150 ms. */
export const OverviewSkeleton = () =>
  cards.map(({ title, kind, lines }) => (
    <div key={kind} className="overview-card" aria-hidden="true">
      <div className="overview-card-head">
        <h2>{title}</h2>
      </div>
      <div className={`overview-coming overview-coming-${kind} skeleton-rows`}>
        {widths.slice(0, lines).map((width, line) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={line} className={`skeleton-line skeleton-${width}`}>
            <span className="skeleton-icon" />
            <span className="skeleton-bar" />
          </span>
        ))}
      </div>
    </div>
  ));

import '#ui/table/skeleton.css';

/** Lines of each card, by column. */
const columns = [
  [4, 5],
  [2, 3, 2],
] as const;

const widths = ['b', 'd', 'a', 'c', 'b'];

/** What can be changed, to come; seen only when it takes longer than 150 ms. */
export const SandboxSkeleton = () => (
  <div className="sandbox-body skeleton-rows" aria-hidden="true">
    {columns.map((cards) => (
      <div key={cards.join()} className="sandbox-column">
        {cards.map((lines, card) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={card} className="sandbox-card sandbox-coming">
            {widths.slice(0, lines).map((width, line) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={line} className={`skeleton-line skeleton-${width}`}>
                <span className="skeleton-bar" />
              </span>
            ))}
          </div>
        ))}
      </div>
    ))}
  </div>
);

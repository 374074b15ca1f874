import { proofIds } from '#shared/token-proofs.ts';
import '#ui/table/skeleton.css';

const widths = ['b', 'd', 'c', 'a'];

/** Proofs to come, as high as they will be; seen only when they take longer than 150 ms. */
export const TokenLabSkeleton = () => (
  <div className="token-lab" aria-hidden="true">
    <div className="proofs">
      <div className="lab-summary" />
      <div className="proof-list skeleton-rows">
        {proofIds.map((id, index) => (
          <div key={id} className="proof">
            <span className={`proof-coming skeleton-line skeleton-${widths[index % widths.length]}`}>
              <span className="skeleton-icon" />
              <span className="skeleton-bar" />
            </span>
          </div>
        ))}
      </div>
    </div>
  </div>
);

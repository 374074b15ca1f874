import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '#ui/values/number-text.ts';
import './filter-bar.css';

interface FilterBarProps {
  readonly chips: ReactNode;
  /** How many filters narrow the rows. */
  readonly active: number;
  /** How many rows of the page match, and how many it has; null while none are read. */
  readonly matching: readonly [number, number] | null;
  readonly onClear: () => void;
  /** How far the filters reach, and the same where there is little room. */
  readonly scope: string;
  readonly shortScope: string;
  /** The way to another scope. */
  readonly action?: ReactNode;
  /** At the right end. */
  readonly end?: ReactNode;
}

/** The filters of a page of rows, and how far they reach. */
export const FilterBar = ({ chips, active, matching, onClear, scope, shortScope, action, end }: FilterBarProps) => (
  <div className="filter-bar" role="toolbar" aria-label="Filters">
    {chips}
    {active > 1 ? (
      <button type="button" className="link-button" onClick={onClear}>
        Clear all
      </button>
    ) : null}
    <div className="filter-end">
      <output className="filter-scope number">
        <Info size={14} aria-hidden="true" />
        <span className="filter-scope-long">{scope}</span>
        <span className="filter-scope-short">{shortScope}</span>
        {active > 0 && matching ? (
          <span>
            : {countText(matching[0])} of {countText(matching[1])} match
          </span>
        ) : null}
      </output>
      {action}
      {end}
    </div>
  </div>
);

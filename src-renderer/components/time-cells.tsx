import { memo } from 'react';
import { useClock } from './clock.tsx';
import { absoluteText, dateOf, fullText, relativeText } from './time-text.ts';
import { tip } from './tooltip/tip.ts';
import './time-cells.css';

/** When something was created: relative, then absolute where there is room; the full time in the tooltip. */
export const CreatedCell = memo(({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const date = dateOf(created);
  if (!date) return <span title={created ?? undefined}>—</span>;
  return (
    <time className="created" dateTime={date.toISOString()} {...tip(fullText(date))}>
      <span className="created-relative">{relativeText(date, now)}</span>{' '}
      <span className="created-absolute">{absoluteText(date, now)}</span>
    </time>
  );
});
CreatedCell.displayName = 'CreatedCell';

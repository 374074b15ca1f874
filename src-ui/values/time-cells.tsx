import { createContext, memo, useContext } from 'react';
import { useClock } from './clock.tsx';
import { absoluteText, dateOf, fullText, plainText, relativeText } from './time-text.ts';
import { tip } from '../tooltip/tip.ts';
import './time-cells.css';

/** Whether tables show times themselves in the place of how long ago they were. */
const TimesContext = createContext(false);
export const AbsoluteTimes = TimesContext.Provider;

/** When something was created: relative, then absolute where there is room; the full time in the tooltip. */
export const CreatedCell = memo(({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const isAbsolute = useContext(TimesContext);
  const date = dateOf(created);
  if (!date) return <span title={created ?? undefined}>—</span>;
  if (isAbsolute) {
    return (
      <time className="created" dateTime={date.toISOString()} {...tip(`${fullText(date)}, ${relativeText(date, now)}`)}>
        <span className="truncate">{plainText(date, now)}</span>
      </time>
    );
  }
  return (
    <time className="created" dateTime={date.toISOString()} {...tip(fullText(date))}>
      <span className="created-relative">{relativeText(date, now)}</span>{' '}
      <span className="created-absolute">{absoluteText(date, now)}</span>
    </time>
  );
});
CreatedCell.displayName = 'CreatedCell';

import { createContext, memo, type ReactNode, useContext, useEffect, useState } from 'react';
import { tip } from '../tooltip/tip.ts';
import { AbsoluteTimes } from './absolute-times.ts';
import { absoluteText, dateOf, fullText, dateTimeText, relativeText } from './time-text.ts';
import './time-cells.css';

export const CreatedCell = memo(({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const isAbsolute = useContext(AbsoluteTimes);
  const date = dateOf(created);
  if (!date) return <span title={created ?? undefined}>—</span>;
  if (isAbsolute) {
    return (
      <time className="created" dateTime={date.toISOString()} {...tip(`${fullText(date)}, ${relativeText(date, now)}`)}>
        <span className="truncate">{dateTimeText(date, now)}</span>
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

/** Returns the current time, updated every `everyMs`. Components that show an age must use it instead of the clock. */
export const useNow = (everyMs: number): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

const ClockContext = createContext(new Date());

/** Provides a clock, so that all relative times on a page change at the same time. */
export const ClockProvider = ({ children }: { readonly children: ReactNode }) => (
  <ClockContext value={useNow(20_000)}>{children}</ClockContext>
);

export const useClock = (): Date => useContext(ClockContext);

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

/** The time, renewed every `everyMs`; a component that shows an age reads it instead of the clock itself. */
export const useNow = (everyMs: number): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

const ClockContext = createContext(new Date());

/** One clock for all times inside it, so that a page of rows changes its words together. */
export const ClockProvider = ({ children }: { readonly children: ReactNode }) => (
  <ClockContext value={useNow(20_000)}>{children}</ClockContext>
);

export const useClock = (): Date => useContext(ClockContext);

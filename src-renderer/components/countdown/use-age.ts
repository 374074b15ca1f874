import { useEffect, useState } from 'react';

const stepMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 1000 : 250);

/** The age of what began then, in ms, renewed while `isRunning`; the wall clock plays no part. */
export const useAge = (began: number, isRunning: boolean): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), stepMs());
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, now - began);
};

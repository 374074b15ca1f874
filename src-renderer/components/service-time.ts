import { useEffect, useState } from 'react';

export const useServiceTime = (now: string): Date => {
  const [time, setTime] = useState(() => new Date(now));
  useEffect(() => {
    const readAt = performance.now();
    const tick = (): void => setTime(new Date(Date.parse(now) + performance.now() - readAt));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [now]);
  return time;
};

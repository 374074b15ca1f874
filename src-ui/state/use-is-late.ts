import { useEffect, useState } from 'react';

/** Returns whether `key` has been the same for `afterMs` since `startedAt` or the first render. Null is never late. */
export const useIsLate = (key: string | null, afterMs: number, startedAt?: number): boolean => {
  const [lateKey, setLateKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setLateKey(key), afterMs + (startedAt ?? Date.now()) - Date.now());
    return () => {
      clearTimeout(timer);
      setLateKey(null);
    };
  }, [key, afterMs, startedAt]);
  return key !== null && lateKey === key;
};

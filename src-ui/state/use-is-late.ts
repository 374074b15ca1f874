import { useEffect, useState } from 'react';

/** Returns whether `key` has been the same for `afterMs`. Null is never late. */
export const useIsLate = (key: string | null, afterMs: number): boolean => {
  const [lateKey, setLateKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setLateKey(key), afterMs);
    return () => {
      clearTimeout(timer);
      setLateKey(null);
    };
  }, [key, afterMs]);
  return key !== null && lateKey === key;
};

import { useEffect, useEffectEvent } from 'react';

export const useWindowEvent = <Name extends keyof WindowEventMap>(
  name: Name,
  run: (event: WindowEventMap[Name]) => void,
  capture = false,
): void => {
  const listener = useEffectEvent(run);
  useEffect(() => {
    window.addEventListener(name, listener, capture);
    return () => window.removeEventListener(name, listener, capture);
  }, [name, capture]);
};

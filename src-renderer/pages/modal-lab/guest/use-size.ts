import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

export const useSize = (): readonly [RefObject<HTMLDivElement | null>, Size] => {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measuredElement = element.current;
    if (!measuredElement) return;
    const measure = (): void =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = measuredElement;
        return before.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measuredElement);
    return () => observer.disconnect();
  }, []);
  return [element, size];
};

import { useSyncExternalStore } from 'react';

// The same width as in the styles.
const query = '(max-width: 1080px)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the sidebar is a rail of icons, which then need their names in tooltips. */
export const useRail = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);

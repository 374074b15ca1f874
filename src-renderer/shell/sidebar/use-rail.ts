import { useSyncExternalStore } from 'react';

// Must equal the width in the style sheet.
const query = '(max-width: 1080px)';

let mediaQueryList: MediaQueryList | null = null;
const media = (): MediaQueryList => (mediaQueryList ??= window.matchMedia(query));

const subscribe = (listener: () => void): (() => void) => {
  media().addEventListener('change', listener);
  return () => media().removeEventListener('change', listener);
};

/** Whether the sidebar shows only icons, which then need tooltips. False without a window. */
export const useRail = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media().matches,
    () => false,
  );

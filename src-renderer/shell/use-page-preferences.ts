import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { chooseTheme } from '#ui/theme/theme.ts';
import { setTimeZone } from '#ui/values/time-zone.ts';
import { useSettingsView } from '../api/settings.ts';
import { defaultListingSearch } from '../components/listing/listing-search.ts';
import { type PageSize, preferSize } from '../components/listing/pager/page-size.ts';

/**
 * Applies the theme from the settings. The page's own stored theme is only for the first paint, and the browser host
 * loses it when the port changes. Mounted once.
 */
export const useSavedTheme = (): void => {
  const saved = useSettingsView()?.preferences.theme;
  useEffect(() => {
    if (saved !== undefined) chooseTheme(saved);
  }, [saved]);
};

export const usePagePreferences = () => {
  const router = useRouter();
  const { timeZone = 'local', times = 'relative', pageSize } = useSettingsView()?.preferences ?? {};
  // Set before the child pages render, because they read the time zone.
  setTimeZone(timeZone);
  const applyStoredSize = useEffectEvent((size: PageSize) => {
    if (size === defaultListingSearch.size) return;
    preferSize(size);
    const { pathname, searchStr } = router.state.location;
    if ((pathname !== '/migrations' && pathname !== '/companies') || /[?&]size=/.test(searchStr)) return;
    void router.navigate({ to: pathname, search: (before) => ({ ...before, size, page: 1 }) as never, replace: true });
  });
  useEffect(() => {
    if (pageSize !== undefined) applyStoredSize(pageSize);
  }, [pageSize]);
  return { pageKey: timeZone, absoluteTimes: times === 'absolute' };
};

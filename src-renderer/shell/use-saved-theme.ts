import { useEffect, useEffectEvent } from 'react';
import { useSettingsView } from '../api/settings-view.ts';
import { useThemeChoice, type ThemeChoice } from '#ui/theme/theme.ts';

/**
 * Takes the theme over from the settings: what the page itself remembers is only for the first paint, and in the browser
 * host it ends with the port. Mounted once.
 */
export const useSavedTheme = (): void => {
  const saved = useSettingsView()?.preferences.theme;
  const [choice, choose] = useThemeChoice();
  const takeOver = useEffectEvent((theme: ThemeChoice) => {
    if (theme !== choice) choose(theme);
  });
  useEffect(() => {
    if (saved !== undefined) takeOver(saved);
  }, [saved]);
};

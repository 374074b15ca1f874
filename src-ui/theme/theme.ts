const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'ferry-theme';

export const themeChoiceOf = (stored: string | null): ThemeChoice =>
  themeChoices.find((choice) => choice === stored) ?? 'system';

export const themeOf = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' => {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
};

const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
const chosenTheme = (): ThemeChoice => themeChoiceOf(localStorage.getItem(storageKey));
export const showTheme = (): void => {
  document.documentElement.dataset.theme = themeOf(chosenTheme(), systemDark().matches);
};

/** Sets `data-theme` on the document. Updates it when the system's theme or the choice in another tab changes. */
export const applyTheme = (): void => {
  showTheme();
  systemDark().addEventListener('change', showTheme);
  window.addEventListener('storage', showTheme);
};

export const chooseTheme = (choice: ThemeChoice): void => {
  localStorage.setItem(storageKey, choice);
  showTheme();
};

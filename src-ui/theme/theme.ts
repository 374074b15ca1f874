import { useSyncExternalStore } from 'react';

/** What a person may choose; `system` follows the computer. */
const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'ferry-theme';
const listeners = new Set<() => void>();

export const themeChoiceOf = (stored: string | null): ThemeChoice =>
  themeChoices.find((choice) => choice === stored) ?? 'system';

export const themeOf = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' => {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
};

const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
const read = (): ThemeChoice => themeChoiceOf(localStorage.getItem(storageKey));
const show = (): void => {
  document.documentElement.dataset.theme = themeOf(read(), systemDark().matches);
};

/** Sets `data-theme` on the document and keeps it right while the system's theme, or another tab's choice, changes. */
export const applyTheme = (): void => {
  show();
  systemDark().addEventListener('change', show);
  window.addEventListener('storage', () => {
    show();
    for (const listener of listeners) listener();
  });
};

const choose = (choice: ThemeChoice): void => {
  localStorage.setItem(storageKey, choice);
  show();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The person's choice and how to change it. */
export const useThemeChoice = (): readonly [ThemeChoice, (choice: ThemeChoice) => void] => [
  useSyncExternalStore(subscribe, read),
  choose,
];

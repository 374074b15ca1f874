import { useSyncExternalStore } from 'react';
import { chooseTheme, chosenTheme, onThemeChoice, type ThemeChoice } from './theme.ts';

/** The person's choice and how to change it. */
export const useThemeChoice = (): readonly [ThemeChoice, (choice: ThemeChoice) => void] => [
  useSyncExternalStore(onThemeChoice, chosenTheme),
  chooseTheme,
];

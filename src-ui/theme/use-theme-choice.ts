import { useSyncExternalStore } from 'react';
import { chooseTheme, chosenTheme, onThemeChoice, type ThemeChoice } from './theme.ts';

export const useThemeChoice = (): readonly [ThemeChoice, (choice: ThemeChoice) => void] => [
  useSyncExternalStore(onThemeChoice, chosenTheme),
  chooseTheme,
];

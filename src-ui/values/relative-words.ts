import { relativeText } from './time-text.ts';

export const relativeWords = (date: Date, now: Date): string =>
  relativeText(date, now).replace('Yesterday', 'yesterday');

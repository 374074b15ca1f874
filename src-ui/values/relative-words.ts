import { relativeText } from './time-text.ts';

/** How long ago something was, as within a sentence: "changed yesterday". */
export const relativeWords = (date: Date, now: Date): string =>
  relativeText(date, now).replace('Yesterday', 'yesterday');

import { fullText } from '#ui/values/time-text.ts';

/** "10 Oct 2026", local time. */
export const dayText = (date: Date): string => fullText(date).split(',')[0] ?? '';

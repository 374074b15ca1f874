/** Formats a part of a date or time: 7 becomes "07". */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

type TimeZone = 'local' | 'utc';

let chosenZone: TimeZone = 'local';

/** Called by the shell, which then re-renders the page to update visible times. */
export const setTimeZone = (zone: TimeZone): void => {
  chosenZone = zone;
};

interface DateParts {
  readonly year: number;
  /** Month from 0 to 11. */
  readonly month: number;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export const partsOf = (date: Date): DateParts => {
  const aheadMs = chosenZone === 'utc' ? 0 : -date.getTimezoneOffset() * 60_000;
  const shifted = new Date(date.getTime() + aheadMs);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth(),
    day: shifted.getUTCDate(),
    hours: shifted.getUTCHours(),
    minutes: shifted.getUTCMinutes(),
    seconds: shifted.getUTCSeconds(),
  };
};

/** Returns the start of a day, in ms since 1970. Days after the end of the month are in the next month. */
export const startOfDay = (year: number, month: number, day: number): number =>
  chosenZone === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();

export const isUtc = (): boolean => chosenZone === 'utc';

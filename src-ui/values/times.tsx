import { isUtc, partsOf, startOfDay } from './time-zone.ts';
import { createContext, memo, type ReactNode, useContext, useEffect, useState } from 'react';
import { tip } from '../tooltip/tip.ts';
import { countedText } from './number-text.ts';
import { AbsoluteTimes } from './absolute-times.ts';
import './time-cells.css';

const zoneMark = (): string => (isUtc() ? ' UTC' : '');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Parses a timestamp of the service. Null if missing or invalid. */
export const dateOf = (text: string | null): Date | null => {
  if (text === null) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
};

const midnightOf = (date: Date): number => {
  const parts = partsOf(date);
  return startOfDay(parts.year, parts.month, parts.day);
};
/** Returns the number of midnights between two times in the chosen zone. Rounds, because days have 23 to 25 hours. */
const daysBetween = (date: Date, now: Date): number => Math.round((midnightOf(now) - midnightOf(date)) / day);

export const isSameDay = (one: Date, other: Date): boolean => midnightOf(one) === midnightOf(other);

export const shortClockText = (date: Date): string => {
  const { hours, minutes } = partsOf(date);
  return `${twoDigits(hours)}:${twoDigits(minutes)}`;
};

/** Formats "14:31:48" in the chosen time zone, like all functions here. */
export const clockText = (date: Date): string => `${shortClockText(date)}:${twoDigits(partsOf(date).seconds)}`;

const dayText = (date: Date): string => `${partsOf(date).day} ${months[partsOf(date).month]}`;

export const fullText = (date: Date): string =>
  `${dayText(date)} ${partsOf(date).year}, ${clockText(date)}${zoneMark()}`;

/** Formats "20 Nov, 11:19:33" for tables without relative times. Includes the year unless it is the current year. */
export const dateTimeText = (date: Date, now: Date): string => {
  const { year } = partsOf(date);
  return `${dayText(date)}${year === partsOf(now).year ? '' : ` ${year}`}, ${clockText(date)}`;
};

/** Short absolute time for tables: the time for today, "21 Nov 14:05" for this year, else day and year. */
export const absoluteText = (date: Date, now: Date): string => {
  if (daysBetween(date, now) === 0) return clockText(date);
  const { year } = partsOf(date);
  return year === partsOf(now).year ? `${dayText(date)} ${shortClockText(date)}` : `${dayText(date)} ${year}`;
};

const pastText = (date: Date, now: Date): string => {
  const age = now.getTime() - date.getTime();
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  const days = daysBetween(date, now);
  // Uses hours for the first six hours, so that "1 h ago" doesn't become "Yesterday" at midnight.
  if (days === 0 || age < 6 * hour) return `${Math.floor(age / hour)} h ago`;
  if (days === 1) return 'Yesterday';
  if (days < 31) return `${countedText(days, 'day')} ago`;
  if (days < 365) return `${Math.floor(days / 30.44)} mo ago`;
  return `${countedText(Math.floor(days / 365.25) || 1, 'year')} ago`;
};

const aheadText = (ahead: number): string => {
  if (ahead < minute) return 'just now';
  if (ahead < hour) return `in ${Math.floor(ahead / minute)} min`;
  if (ahead < day) return `in ${Math.floor(ahead / hour)} h`;
  return `in ${countedText(Math.floor(ahead / day), 'day')}`;
};

export const relativeText = (date: Date, now: Date): string =>
  date.getTime() > now.getTime() ? aheadText(date.getTime() - now.getTime()) : pastText(date, now);

export const relativeWords = (date: Date, now: Date): string =>
  relativeText(date, now).replace('Yesterday', 'yesterday');

/** Formats a duration: "12 s", "6 min", "2 h 5 min", "26 h", "14 days". */
export const ageText = (ageMs: number): string => {
  const age = Math.max(0, ageMs);
  if (age < minute) return `${Math.floor(age / second)} s`;
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age >= 2 * day) return `${Math.floor(age / day)} days`;
  if (age >= day) return `${Math.floor(age / hour)} h`;
  const minutes = Math.floor((age % hour) / minute);
  return minutes === 0 ? `${Math.floor(age / hour)} h` : `${Math.floor(age / hour)} h ${minutes} min`;
};

/** Formats a request's duration: "84 ms", "4.1 s", "1 min 15 s", "2 h 5 min". */
export const durationText = (ms: number): string => {
  const seconds = Math.round(ms / second);
  if (seconds * second >= hour) return ageText(seconds * second);
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`;
  return Math.round(ms) < second ? `${Math.round(ms)} ms` : `${(ms / second).toFixed(1)} s`;
};

export const CreatedCell = memo(({ created }: { readonly created: string | null }) => {
  const now = useClock();
  const isAbsolute = useContext(AbsoluteTimes);
  const date = dateOf(created);
  if (!date) return <span title={created ?? undefined}>—</span>;
  if (isAbsolute) {
    return (
      <time className="created" dateTime={date.toISOString()} {...tip(`${fullText(date)}, ${relativeText(date, now)}`)}>
        <span className="truncate">{dateTimeText(date, now)}</span>
      </time>
    );
  }
  return (
    <time className="created" dateTime={date.toISOString()} {...tip(fullText(date))}>
      <span className="created-relative">{relativeText(date, now)}</span>{' '}
      <span className="created-absolute">{absoluteText(date, now)}</span>
    </time>
  );
});
CreatedCell.displayName = 'CreatedCell';

/** Returns the current time, updated every `everyMs`. Components that show an age must use it instead of the clock. */
export const useNow = (everyMs: number): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

const ClockContext = createContext(new Date());

/** Provides a clock, so that all relative times on a page change at the same time. */
export const ClockProvider = ({ children }: { readonly children: ReactNode }) => (
  <ClockContext value={useNow(20_000)}>{children}</ClockContext>
);

export const useClock = (): Date => useContext(ClockContext);

import type { Alert, AlertNotice } from '#shared/console-contract/alerts-calls.ts';
import { dateOf, isSameDay, dateTimeText } from '#ui/values/times.tsx';
import type { ShownNotice } from './alert-line.tsx';

const dayMs = 24 * 60 * 60_000;

type ShownLine = Alert | ShownNotice;

const dayName = (day: Date, now: Date): string => {
  if (isSameDay(day, now)) return 'Today';
  return isSameDay(day, new Date(now.getTime() - dayMs))
    ? 'Yesterday'
    : (dateTimeText(day, now).split(', ', 1)[0] ?? '');
};

const timeOf = (line: Alert | AlertNotice, now: Date): Date =>
  ('at' in line ? dateOf(line.at) : dateOf(line.to)) ?? now;

/**
 * Groups alerts and notices by day, newest first. Consecutive gaps without an alert between them become one line.
 * @param isWhole whether all alerts are loaded; if not, notices older than the last alert are left out
 */
export function linesByDay(
  alerts: readonly Alert[],
  notices: readonly AlertNotice[],
  isWhole: boolean,
  now: Date,
): readonly (readonly [string, readonly ShownLine[]])[] {
  const oldest = isWhole ? Number.NEGATIVE_INFINITY : (dateOf(alerts.at(-1)?.at ?? null)?.getTime() ?? 0);
  const lines = [...alerts, ...notices.filter((notice) => timeOf(notice, now).getTime() >= oldest)].map((line) => ({
    line,
    at: timeOf(line, now),
  }));
  // The sort is stable and both lists are sorted, so alerts with equal times keep their order.
  lines.sort((one, other) => other.at.getTime() - one.at.getTime());
  const days: [string, ShownLine[]][] = [];
  for (const { line, at } of lines) {
    const name = dayName(at, now);
    let last = days.at(-1);
    if (last?.[0] !== name) days.push((last = [name, []]));
    const previous = last[1].at(-1);
    if ('at' in line) last[1].push(line);
    else if (previous && 'notices' in previous && previous.notices[0].kind === 'gap' && line.kind === 'gap')
      last[1][last[1].length - 1] = { notices: [...previous.notices, line] };
    else last[1].push({ notices: [line] });
  }
  return days;
}

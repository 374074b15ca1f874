import { Moon, WifiOff } from 'lucide-react';
import type { AlertNotice, GapReason } from '#shared/console-contract/alerts-calls.ts';
import { quietWords } from '#shared/alert-words.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, ageText, dateOf, isSameDay, shortClockText } from '#ui/values/time-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { AlertTimes, AlertWords } from './alert-line.tsx';

const reasons: Readonly<Record<GapReason, string>> = {
  closed: 'The console was closed',
  offline: 'No connection to the service',
  failing: 'The service failed',
  key: 'The API key was rejected',
  elsewhere: 'Another profile was active',
};

/** One notice, or consecutive gaps without an alert between them, oldest gap last. */
export interface ShownNotice {
  readonly notices: readonly [AlertNotice, ...AlertNotice[]];
}

const msOf = ({ from, to }: AlertNotice, now: Date): number =>
  Math.max(0, (dateOf(to) ?? now).getTime() - (dateOf(from)?.getTime() ?? 0));

const gapWords = ({ notices }: ShownNotice, now: Date): readonly [string, string] => {
  const [last] = notices;
  const first = notices.at(-1) ?? last;
  const totalGapMs = notices.reduce((sum, notice) => sum + msOf(notice, now), 0);
  const gapReasons = [...new Set(notices.flatMap((notice) => (notice.kind === 'gap' ? notice.why : [])))];
  const reasonsText =
    gapReasons.length === 0 ? 'The console made no checks' : gapReasons.map((reason) => reasons[reason]).join(', ');
  const startDate = dateOf(first.from) ?? now;
  const end = dateOf(last.to);
  const startText = isSameDay(startDate, end ?? now) ? shortClockText(startDate) : absoluteText(startDate, now);
  const timesText = notices.length === 1 ? '' : `, ${countText(notices.length)} times`;
  return end
    ? [
        `Alerts were paused for ${ageText(totalGapMs)}${timesText}`,
        `${reasonsText} · ${startText} to ${shortClockText(end)}`,
      ]
    : [`Alerts paused for ${ageText(totalGapMs)}${timesText}`, `${reasonsText} · since ${startText}`];
};

const wordsOf = (shown: ShownNotice, now: Date): readonly [string, string] => {
  const [notice] = shown.notices;
  if (notice.kind === 'gap') return gapWords(shown, now);
  const parts = notice.what.map(
    ({ what, count }) => `${countText(count)} ${what === 'stuck' ? 'stuck' : statusWords(what)}`,
  );
  return [quietWords(notice.count), `${parts.join(', ')} · no notification was shown`];
};

export const NoticeLine = ({ shown }: { readonly shown: ShownNotice }) => {
  const now = useClock();
  const [notice] = shown.notices;
  const [title, reason] = wordsOf(shown, now);
  const Icon = notice.kind === 'gap' ? WifiOff : Moon;
  return (
    <li className="alert-line row alert-notice">
      <Icon size={16} className="rigid muted" aria-hidden="true" />
      <AlertWords reason={reason}>{title}</AlertWords>
      <AlertTimes at={dateOf(notice.to) ?? now} isNow={notice.to === null} />
    </li>
  );
};

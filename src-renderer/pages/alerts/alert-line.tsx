import { Hourglass, Moon, WifiOff } from 'lucide-react';
import type { Alert, AlertNotice, GapReason } from '#shared/console-contract/alerts-calls.ts';
import { manyWords, quietWords } from '#shared/alert-words.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { countText } from '#ui/values/number-text.ts';
import {
  absoluteText,
  ageText,
  dateOf,
  fullText,
  isSameDay,
  relativeWords,
  shortClockText,
  useClock,
} from '#ui/values/times.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shortIdText } from '#ui/values/ids.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { alertReason, alertVerb, ruleScopeText } from './alert-text.ts';

interface AlertLineProps {
  readonly alert: Alert;
  readonly company: string | null;
  readonly cause: string | null;
  readonly onMark: (ids: readonly number[], isRead: boolean) => void;
}

const manySearch = ({ status, rule: { of } }: Alert) => ({
  status: [status],
  ...(of.kind === 'company' ? { company: [of.id] } : {}),
  ...(of.kind === 'user' ? { user: [of.id] } : {}),
});

const AlertWords = ({ reason, children }: { readonly reason: string; readonly children: ReactNode }) => (
  <span className="alert-words stack grow">
    <span className="alert-title truncate">{children}</span>
    <span className="hint truncate" {...tip(reason, { whenCut: true })}>
      {reason}
    </span>
  </span>
);

const AlertTimes = ({ at, isNow = false }: { readonly at: Date; readonly isNow?: boolean }) => {
  const now = useClock();
  return (
    <span className="alert-times rigid stack number" {...tip(fullText(at))}>
      <span>{isNow ? 'now' : shortClockText(at)}</span>
      <span className="alert-age hint">{isNow ? '' : relativeWords(at, now)}</span>
    </span>
  );
};

export const AlertLine = ({ alert, company, cause, onMark }: AlertLineProps) => {
  const { id, migrationId, status, stayedMs, many, rule, isRead } = alert;
  const { icon, tone } = statusStyleOf(status);
  const Icon = stayedMs === null ? icon : Hourglass;
  const at = dateOf(alert.at);
  const name =
    company ?? (alert.companyId === null ? `Migration ${shortIdText(migrationId)}` : shortIdText(alert.companyId));
  const reason = [...(cause === null || alert.many ? [] : [cause]), alertReason(alert)].join(' · ');
  return (
    <li className="alert-line row" data-read={isRead}>
      <Link
        to="/migrations"
        search={many ? manySearch(alert) : { open: migrationId }}
        className="alert-open row grow text-main"
        onClick={() => (isRead ? undefined : onMark([id], true))}
      >
        <Icon size={16} className={stayedMs === null ? `tone-${tone}` : 'text-partial'} aria-hidden="true" />
        <AlertWords reason={reason}>
          {isRead ? null : <span className="visually-hidden">Unread: </span>}
          {many ? (
            <>
              {manyWords(many.count, status)}
              {rule.of.kind === 'any' ? null : (
                <>
                  , <bdi>{ruleScopeText(rule.of)}</bdi>
                </>
              )}
            </>
          ) : (
            <>
              <bdi>{name}</bdi> {alertVerb(alert)}
            </>
          )}
        </AlertWords>
        {at ? <AlertTimes at={at} /> : null}
      </Link>
      <button
        type="button"
        className="button ghost small alert-mark rigid"
        aria-label={isRead ? 'Mark as unread' : 'Mark as read'}
        onClick={() => onMark([id], !isRead)}
      >
        {isRead ? 'Unread' : 'Read'}
      </button>
    </li>
  );
};

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

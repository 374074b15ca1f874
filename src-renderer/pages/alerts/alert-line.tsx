import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Alert } from '#shared/console-contract/alerts-calls.ts';
import { shortIdText } from '#ui/values/ids.tsx';
import { dateOf, fullText, shortClockText, relativeWords } from '#ui/values/time-text.ts';
import { useClock } from '#ui/values/time-cells.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { manyWords } from '#shared/alert-words.ts';
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

export const AlertWords = ({ reason, children }: { readonly reason: string; readonly children: ReactNode }) => (
  <span className="alert-words stack grow">
    <span className="alert-title truncate">{children}</span>
    <span className="hint truncate" {...tip(reason, { whenCut: true })}>
      {reason}
    </span>
  </span>
);

export const AlertTimes = ({ at, isNow = false }: { readonly at: Date; readonly isNow?: boolean }) => {
  const now = useClock();
  return (
    <span className="alert-times stack number" {...tip(fullText(at))}>
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
        className="button ghost small alert-mark"
        aria-label={isRead ? 'Mark as unread' : 'Mark as read'}
        onClick={() => onMark([id], !isRead)}
      >
        {isRead ? 'Unread' : 'Read'}
      </button>
    </li>
  );
};

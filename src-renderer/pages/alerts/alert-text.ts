import type { Alert, AlertScope, AlertCondition } from '#shared/console-contract/alerts-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { ageText, shortClockText } from '#ui/values/times.tsx';

const verbs: Readonly<Record<string, string>> = {
  FAILED: 'failed',
  COMPLETE: 'is complete',
  COMPLETED_WITH_FAILURES: 'completed with failures',
  PENDING_USER_INPUT: 'is waiting for the end user',
  NOT_STARTED: 'has not started yet',
  LOGIN_ABANDONED: 'was abandoned at sign-in',
};

export const alertVerb = ({ status, stayedMs, rule }: Pick<Alert, 'status' | 'stayedMs' | 'rule'>): string => {
  const isStuckAlert = stayedMs !== null && rule.when.kind === 'stuck';
  if (isStuckAlert) return `is stuck in ${statusWords(status)}`;
  return (Object.hasOwn(verbs, status) ? verbs[status] : null) ?? `is now ${statusWords(status)}`;
};

export const whenText = (when: AlertCondition): string => {
  if (when.kind === 'status') return statusWords(when.status);
  if (when.kind === 'change') return 'Any change';
  if (when.kind === 'many') return `Over ${when.over} ${statusWords(when.status)} in 1 h`;
  return when.kind === 'stuck' ? 'Stuck' : `Waiting for the end user for ${when.hours} h`;
};

export const ruleScopeText = (of: AlertScope): string => {
  if (of.kind === 'company') return of.name === '' ? of.id : of.name;
  if (of.kind === 'user') return of.id;
  return of.kind === 'watched' ? 'migrations you watch' : 'any migration';
};

export const alertReason = ({ rule, from, stayedMs, many, notification }: Alert): string => {
  const reasonParts = [
    `${whenText(rule.when)}, ${ruleScopeText(rule.of)}`,
    from === null ? null : `previously ${statusWords(from)}`,
    stayedMs === null ? null : `for ${ageText(stayedMs)}`,
    many ? `first change at ${shortClockText(new Date(many.from))}` : null,
    from === null && stayedMs === null && !many ? 'no earlier status known' : null,
    notification === 'quiet' ? 'quiet hours, no notification' : null,
  ];
  return reasonParts.filter((each) => each !== null).join(' · ');
};

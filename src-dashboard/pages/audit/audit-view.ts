import { type AuditKind, auditKindNames } from '#shared/dashboard-api/audit-kinds.ts';
import { boundsOf } from '#ui/filters/day-range.ts';
import { type DaysChoice, daysText, parseDays } from '#ui/filters/days-choice.ts';

export interface AuditFilters {
  readonly by: string | null;
  readonly kind: AuditKind | null;
  readonly days: DaysChoice | null;
}

export interface AuditView extends AuditFilters {
  readonly before: string | null;
  readonly after: string | null;
}

const numberIn = (text: string | null): string | null => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? text : null);

export const readView = (query: URLSearchParams): AuditView => {
  const before = numberIn(query.get('before'));
  return {
    by: query.get('by') || null,
    kind: auditKindNames.find((auditKindName) => auditKindName === query.get('kind')) ?? null,
    days: parseDays(query.get('days')),
    before,
    after: before === null ? numberIn(query.get('after')) : null,
  };
};

const withoutEmptyValues = (entries: Readonly<Record<string, string | null>>): URLSearchParams =>
  new URLSearchParams(Object.entries(entries).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

export const viewQuery = ({ by, kind, days, before, after }: AuditView): URLSearchParams =>
  withoutEmptyValues({ by, kind, days: days && daysText(days), before, after });

const timeText = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);

export const callQuery = ({ by, kind, days, before, after }: AuditView, now: Date): string => {
  const [since, until] = days === null ? [Number.NaN, Number.NaN] : boundsOf(days, now);
  return `?${withoutEmptyValues({ by, kind, since: timeText(since), until: timeText(until), before, after }).toString()}`;
};

export const filterCount = ({ by, kind, days }: AuditFilters): number =>
  [by, kind, days].filter((each) => each !== null).length;

import { type AttentionFilter, attentionKinds, type AttentionKind, kindOfStatus } from '#shared/attention.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { stuckAfterMs } from '#shared/stuck.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const isStuckSql = ({ now, stuckHours }: AttentionTerms): string => {
  const limits = migrationStatuses.flatMap((status) => {
    const limit = stuckAfterMs(status, stuckHours);
    if (isFinalStatus(status) || !Number.isFinite(limit)) return [];
    const isOver = limit > 0 ? `r.since <= ${now - limit}` : 'r.since IS NOT NULL';
    return [`(r.status = ${quote(status)} AND ${isOver})`];
  });
  return limits.length === 0 ? '0' : `(${limits.join(' OR ')})`;
};

export const isHandledSql = `r.number IN (SELECT m.number FROM handled AS h
  JOIN migrations AS m ON m.id = h.migration AND m.status = h.status)`;

const needsSql = (kind: AttentionKind, terms: AttentionTerms): string => {
  if (kind === 'stuck') return isStuckSql(terms);
  const statuses = migrationStatuses.filter((status) => kindOfStatus(status) === kind);
  return `(r.status IN (${statuses.map(quote).join(', ')}) AND NOT ${isStuckSql(terms)})`;
};

/** Condition on row `r`. `handled` selects rows that would need attention if they weren't marked as handled. */
export function attentionSql(wanted: readonly AttentionFilter[], terms: AttentionTerms): string {
  const anySql = (kinds: readonly AttentionKind[]) => `(${kinds.map((kind) => needsSql(kind, terms)).join(' OR ')})`;
  const kinds = attentionKinds.filter((kind) => wanted.includes(kind));
  const parts = kinds.length === 0 ? [] : [`(${anySql(kinds)} AND NOT ${isHandledSql})`];
  if (wanted.includes('handled')) parts.push(`(${anySql(attentionKinds)} AND ${isHandledSql})`);
  return `(${parts.join(' OR ')})`;
}

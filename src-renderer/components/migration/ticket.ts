import type { ActivitySummary } from '#shared/console-contract/activity-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { visibleText } from '#shared/visible-text.ts';
import { partialReason } from './attention-words.ts';
import { migrationLink } from './migration-link.ts';
import { escapeHtml, type RichText } from './rich-text.ts';
import { statusMeaning } from './status-meaning.ts';

const timeText = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

interface TicketFacts {
  readonly items: ReadonlyMap<string, FailedItems>;
  readonly summaries: ReadonlyMap<string, ActivitySummary>;
}

const companyText = ({ companyId, companyName, provider }: ListedMigration): string => {
  if (companyId === null) return 'none yet';
  return `${companyName ?? companyId}${provider === null ? '' : ` from ${provider}`}`;
};

const linesOf = (
  migration: ListedMigration,
  { items, summaries }: TicketFacts,
): readonly (readonly [string, string])[] => {
  const { id, status, created, createdByUserId, provider, seenSince } = migration;
  const failedItems = items.get(id);
  const summary = summaries.get(id);
  const cause = summary?.status === status ? summary.cause : null;
  const counts = failedItems ? partialReason(failedItems) : null;
  const { means, next } = statusMeaning(status, provider, { items: counts });
  const words = statusWords(status);
  const allLines: readonly (readonly [string, string | null | undefined])[] = [
    ['User', createdByUserId || 'unknown'],
    ['Company', companyText(migration)],
    ['Status', words.toUpperCase() === status ? words || 'none' : `${words} (${status})`],
    seenSince === null ? ['Created', created && timeText(created)] : ['Since', timeText(seenSince)],
    ['Cause', cause?.message ?? means],
    ['Items', counts],
    ['Reference', summary?.reference],
    ['Request ID', summary?.requestId],
    ['Next step', cause?.next_step ?? next[0]?.text],
    ['Link', migrationLink(id)],
  ];
  return allLines.flatMap(([name, value]) => (value ? [[name, visibleText(value)] as const] : []));
};

const block = (migration: ListedMigration, facts: TicketFacts): RichText => {
  const lines = linesOf(migration, facts);
  const title = visibleText(`${migration.companyName ?? 'Migration'}: ${statusWords(migration.status)}`);
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  const cells = lines.map(
    ([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return {
    text: [title, '', ...lines.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`)].join('\n'),
    html: `<p><b>${escapeHtml(title)}</b></p><table>${cells.join('')}</table>`,
  };
};

/** Builds the ticket for these migrations. Local notes are left out. */
export const ticketOf = (migrations: readonly ListedMigration[], facts: TicketFacts): RichText => {
  const blocks = migrations.map((migration) => block(migration, facts));
  return {
    text: `${blocks.map(({ text }) => text).join('\n\n---\n\n')}\n`,
    html: blocks.map(({ html }) => html).join('<hr>'),
  };
};

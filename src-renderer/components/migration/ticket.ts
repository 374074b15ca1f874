import type { ActivitySummary } from '#shared/console-contract/activity-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import {
  fillTemplate,
  formats,
  type TicketFormat,
  type TicketTemplate,
  type TicketValues,
} from '#shared/ticket-template.ts';
import { visibleText } from '#shared/visible-text.ts';
import { partialReason } from './attention-words.ts';
import type { RichText } from './rich-text.ts';
import { statusMeaning } from './status-meaning.ts';

const timeText = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

export interface TicketFacts {
  readonly items: ReadonlyMap<string, FailedItems>;
  readonly summaries: ReadonlyMap<string, ActivitySummary>;
  readonly linkOf: (id: string) => string;
}

const companyText = ({ companyId, companyName, provider }: ListedMigration): string => {
  if (companyId === null) return 'none yet';
  return `${companyName ?? companyId}${provider === null ? '' : ` from ${provider}`}`;
};

const ticketValues = (migration: ListedMigration, { items, summaries, linkOf }: TicketFacts): TicketValues => {
  const { id, status, created, createdByUserId, companyName, provider, seenSince } = migration;
  const failedItems = items.get(id);
  const summary = summaries.get(id);
  const cause = summary?.status === status ? summary.cause : null;
  const counts = failedItems ? partialReason(failedItems) : null;
  const { means, next } = statusMeaning(status, provider, { items: counts });
  const words = statusWords(status);
  const found = {
    title: `${companyName ?? 'Migration'}: ${words}`,
    user: createdByUserId || 'unknown',
    company: companyText(migration),
    status: words.toUpperCase() === status ? words || 'none' : `${words} (${status})`,
    created: created && timeText(created),
    since: seenSince && timeText(seenSince),
    cause: cause?.message ?? means,
    items: counts,
    reference: summary?.reference,
    request_id: summary?.requestId,
    next_step: cause?.next_step ?? next[0]?.text,
    link: linkOf(id),
    id,
  };
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, visibleText(value ?? '').trim()]),
  ) as TicketValues;
};

/** Builds the ticket for these migrations by a template, or the default texts for null. Local notes are left out. */
export const ticketOf = (
  migrations: readonly ListedMigration[],
  facts: TicketFacts,
  template: TicketTemplate | null = null,
): RichText & { readonly kind: string } => {
  const tickets = migrations.map((migration) => ticketValues(migration, facts));
  const fill = (one: TicketTemplate): string =>
    tickets.map((values) => fillTemplate(one, values)).join(formats[one.format].separator);
  const fillDefault = (format: TicketFormat): string => fill({ format, text: formats[format].defaultText });
  const kind = 'plain and rich text';
  if (template === null || template.format === 'html')
    return { text: `${fillDefault('plain')}\n`, html: template ? fill(template) : fillDefault('html'), kind };
  const text = `${fill(template)}\n`;
  if (template.format === 'plain') return { text, html: escapeHtml(text).replaceAll('\n', '<br>'), kind };
  // Without HTML, because an editor for rich text would paste the HTML instead of the markup.
  return { text, html: null, kind: formats[template.format].label };
};

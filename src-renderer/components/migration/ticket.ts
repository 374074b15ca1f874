import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { statusWords } from '#shared/migration-api/status-words.ts';
import { visibleText } from '#shared/visible-text.ts';
import { partialReason } from './attention-words.ts';
import { migrationLink } from './migration-link.ts';
import { escapeHtml, type RichText } from './rich-text.ts';
import { statusMeaning } from './status-meaning.ts';

interface TicketProfile {
  readonly name: string;
  readonly environment: string;
  readonly baseURL: string | null;
}

const timeText = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

type Items = ReadonlyMap<string, FailedItems>;

const factsOf = (
  migration: ListedMigration,
  profile: TicketProfile,
  items: Items,
): readonly (readonly [string, string])[] => {
  const incomplete = items.get(migration.id);
  const { id, status, created, createdByUserId, companyId, companyName, provider, seenSince } = migration;
  const words = statusWords(status);
  const company = [companyName ?? 'Name unknown', provider === null ? '' : `from ${provider}`, `(${companyId ?? ''})`];
  const facts: readonly (readonly [string, string])[] = [
    ['Migration', id],
    ['Status', words.toUpperCase() === status ? words : `${words} (${status})`],
    ...(seenSince === null ? [] : [['In this status since', timeText(seenSince)] as const]),
    ['Created', created === null ? 'unknown' : timeText(created)],
    ['Started by', createdByUserId || 'unknown'],
    ['Company', companyId === null ? 'none yet' : company.filter((part) => part !== '').join(' ')],
    ...(incomplete === undefined ? [] : [['Items', partialReason(incomplete)] as const]),
    ['Profile', `${profile.name}, ${profile.environment}${profile.baseURL === null ? '' : `, ${profile.baseURL}`}`],
    ['Link', migrationLink(id)],
  ];
  return facts.map(([name, value]) => [name, visibleText(value)] as const);
};

const block = (migration: ListedMigration, profile: TicketProfile, items: Items): RichText => {
  const facts = factsOf(migration, profile, items);
  const { means, next } = statusMeaning(migration.status, migration.provider);
  const title = visibleText(`${migration.companyName ?? 'Migration'}: ${statusWords(migration.status)}`);
  const meaning = visibleText(means);
  const steps = next.map(({ text, by }) => visibleText(`${text} (${by})`));
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const line = ([name, value]: readonly [string, string]) => `${`${name}:`.padEnd(width)}${value}`;
  const todo = steps.length === 0 ? [] : ['What to do next:', ...steps.map((step, at) => `${at + 1}. ${step}`)];
  const cells = facts.map(
    ([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const list = `<ol>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>`;
  return {
    text: [title, '', ...facts.map(line), '', `What it means: ${meaning}`, ...todo].join('\n'),
    html: [
      `<p><b>${escapeHtml(title)}</b></p>`,
      `<table>${cells.join('')}</table>`,
      `<p><b>What it means:</b> ${escapeHtml(meaning)}</p>`,
      ...(steps.length === 0 ? [] : [`<p><b>What to do next:</b></p>${list}`]),
    ].join(''),
  };
};

/**
 * Builds the ticket for these migrations, without local notes.
 *
 * @param items failed and altered items, by migration
 */
export const ticketOf = (
  migrations: readonly ListedMigration[],
  profile: TicketProfile,
  items: Items = new Map(),
): RichText => {
  const blocks = migrations.map((migration) => block(migration, profile, items));
  return {
    text: `${blocks.map(({ text }) => text).join('\n\n---\n\n')}\n`,
    html: blocks.map(({ html }) => html).join('<hr>'),
  };
};

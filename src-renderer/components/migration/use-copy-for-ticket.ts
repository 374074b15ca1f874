import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { maxFailedItemsIds, maxSummaries } from '#shared/list-limits.ts';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { type ConsoleApi, useConsole } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { copyRichText } from './rich-text.ts';
import type { TicketFacts } from './ticket.ts';

/** Reads what a ticket adds to the listed migrations. A ticket without counts or causes is better than none. */
export const readTicketFacts = async (
  api: ConsoleApi,
  migrations: readonly ListedMigration[],
): Promise<TicketFacts> => {
  const ids = migrations.map(({ id }) => id).filter(looksLikeUuid);
  const [linkOf, failedItemsList, summaryList] = await Promise.all([
    import('../links/shareable-link.ts').then(({ readMigrationLink }) => readMigrationLink(api)),
    api.reports.failedItems({ ids: ids.slice(0, maxFailedItemsIds) }).catch(() => []),
    api.activity.summaries({ ids: ids.slice(0, maxSummaries) }).catch(() => []),
  ]);
  return {
    linkOf,
    items: new Map(failedItemsList.map((one) => [one.id, one])),
    summaries: new Map(summaryList.map((one) => [one.id, one])),
  };
};

/**
 * Returns a function that copies the ticket by the profile's template, and resolves with true on success.
 * @param note appended to the confirmation
 */
export const useCopyForTicket = (): ((migrations: readonly ListedMigration[], note?: string) => Promise<boolean>) => {
  const { api } = useConsole();
  const template = useConsoleState()?.profile.ticketTemplate ?? null;
  return async (migrations, note = '') => {
    if (migrations.length === 0) return false;
    const countSuffix = migrations.length === 1 ? '' : ` of ${migrations.length} migrations`;
    const [{ ticketOf }, facts] = await Promise.all([import('./ticket.ts'), readTicketFacts(api, migrations)]);
    const ticket = ticketOf(migrations, facts, template);
    return copyRichText(ticket, `Ticket text${countSuffix} copied as ${ticket.kind}${note}`);
  };
};

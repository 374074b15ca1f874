import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { maxFailedItemsIds, maxSummaries } from '#shared/list-limits.ts';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { useConsole } from '../../api/console-api.ts';
import { copyRichText } from './rich-text.ts';

/**
 * Returns a function that copies the ticket as plain and rich text, and resolves with true on success.
 * @param note appended to the confirmation
 */
export const useCopyForTicket = (): ((migrations: readonly ListedMigration[], note?: string) => Promise<boolean>) => {
  const { api } = useConsole();
  return async (migrations, note = '') => {
    if (migrations.length === 0) return false;
    const countSuffix = migrations.length === 1 ? '' : ` of ${migrations.length} migrations`;
    const ids = migrations.map(({ id }) => id).filter(looksLikeUuid);
    const [{ ticketOf }, failedItemsList, summaryList] = await Promise.all([
      import('./ticket.ts'),
      // Continues after an error, because a ticket without counts or causes is better than none.
      api.reports.failedItems({ ids: ids.slice(0, maxFailedItemsIds) }).catch(() => []),
      api.activity.summaries({ ids: ids.slice(0, maxSummaries) }).catch(() => []),
    ]);
    const items = new Map(failedItemsList.map((one) => [one.id, one]));
    const summaries = new Map(summaryList.map((one) => [one.id, one]));
    return copyRichText(
      ticketOf(migrations, { items, summaries }),
      `Ticket text${countSuffix} copied as plain and rich text${note}`,
    );
  };
};

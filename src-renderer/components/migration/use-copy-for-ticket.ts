import { useCallback } from 'react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { copyRichText } from './rich-text.ts';

/**
 * Copies the ticket for these migrations as plain and rich text. Returns whether it worked.
 * @param note appended to the confirmation
 */
export const useCopyForTicket = (): ((migrations: readonly ListedMigration[], note?: string) => Promise<boolean>) => {
  const profile = useConsoleState()?.profile;
  return useCallback(
    async (migrations, note = '') => {
      if (!profile || migrations.length === 0) return false;
      const of = migrations.length === 1 ? '' : ` of ${migrations.length} migrations`;
      const { ticketOf } = await import('./ticket.ts');
      return copyRichText(ticketOf(migrations, profile), `Ticket text${of} copied as plain and rich text${note}`);
    },
    [profile],
  );
};

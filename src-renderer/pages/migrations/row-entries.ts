import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { shortIdText } from '#ui/values/ids.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { statusLookOf } from '../../components/migration/status-looks.ts';

/** The rows of the page as the palette lists them: by company, else by who started them. */
export const rowEntries = (
  migrations: readonly ListedMigration[],
  open: (id: string) => void,
): readonly PaletteEntry[] =>
  migrations.map(({ id, status, companyName, createdByUserId }) => {
    const { label, icon, tone } = statusLookOf(status);
    return {
      id,
      label: companyName ?? createdByUserId ?? shortIdText(id),
      note: `${label} · ${shortIdText(id)}`,
      icon,
      tone: `tone-${tone}`,
      copies: id,
      run: () => open(id),
    };
  });

import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { shortIdText } from '#ui/values/ids.ts';
import { statusLookOf } from '../../components/migration/status-looks.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';

/** A row of the page as the palette lists it: by company, else by who started it. */
export const paletteEntry = ({
  id,
  status,
  companyName,
  createdByUserId,
}: ListedMigration): Omit<PaletteEntry, 'run'> => {
  const { label, icon, tone } = statusLookOf(status);
  return {
    id,
    label: companyName ?? createdByUserId ?? shortIdText(id),
    note: `${label} · ${shortIdText(id)}`,
    icon,
    tone: `tone-${tone}`,
    copies: id,
  };
};

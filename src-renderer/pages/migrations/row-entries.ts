import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { shortIdText } from '#ui/values/ids.ts';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import type { CompaniesById } from '../../api/company-names.ts';
import { statusLookOf } from '../../components/migration/status-looks.ts';

/** The rows of the page as the palette lists them: by company, else by who started them. */
export const rowEntries = (
  migrations: readonly MigrationRow[],
  companies: CompaniesById,
  open: (id: string) => void,
): readonly PaletteEntry[] =>
  migrations.map(({ id, status, companyId, createdByUserId }) => {
    const { label, icon, tone } = statusLookOf(status);
    const company = companyId === null ? null : companies.get(companyId)?.providerCompanyName;
    return {
      id,
      label: company ?? createdByUserId ?? shortIdText(id),
      note: `${label} · ${shortIdText(id)}`,
      icon,
      tone: `tone-${tone}`,
      copies: id,
      run: () => open(id),
    };
  });

import { Building2, CircleDot, UserRound } from 'lucide-react';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid, shortIdText } from '../../components/ids.ts';
import { CreatedChip } from '../../components/listing/created-chip.tsx';
import { parseCreated } from '../../components/listing/created-range.ts';
import { ValueChip } from '../../components/listing/filter-chip.tsx';
import { valuesOf } from '../../components/listing/filter-values.ts';
import type { CompaniesById } from './company-names.ts';
import type { MigrationFilters } from './migrations-search.ts';
import { statusLookOf } from './status-looks.ts';

interface MigrationChipsProps {
  readonly migrations: readonly MigrationRow[];
  readonly companies: CompaniesById;
  readonly filters: MigrationFilters;
  readonly onFilters: (change: Partial<MigrationFilters>) => void;
}

const userLabel = (user: string): string => {
  if (user === '') return 'Nobody';
  return looksLikeUuid(user) ? shortIdText(user) : user;
};

/** The filters of the Migrations page, by what its rows hold. */
export const MigrationChips = ({ migrations, companies, filters, onFilters }: MigrationChipsProps) => {
  const companyLabel = (id: string): string =>
    id === '' ? 'No company yet' : (companies.get(id)?.providerCompanyName ?? shortIdText(id));
  const each = (valueOf: (migration: MigrationRow) => string | null): readonly string[] =>
    migrations.map((migration) => valueOf(migration) ?? '');
  return (
    <>
      <ValueChip
        icon={CircleDot}
        name="Status"
        values={() =>
          valuesOf(
            each(({ status }) => status),
            filters.status,
            (status) => statusLookOf(status).label,
          )
        }
        chosen={filters.status}
        onChoose={(status) => onFilters({ status })}
      />
      <ValueChip
        icon={Building2}
        name="Company"
        values={() =>
          valuesOf(
            each(({ companyId }) => companyId),
            filters.company,
            companyLabel,
          )
        }
        chosen={filters.company}
        onChoose={(company) => onFilters({ company })}
      />
      <ValueChip
        icon={UserRound}
        name="Started by"
        values={() =>
          valuesOf(
            each(({ createdByUserId }) => createdByUserId),
            filters.user,
            userLabel,
          )
        }
        chosen={filters.user}
        onChoose={(user) => onFilters({ user })}
      />
      <CreatedChip created={parseCreated(filters.created)} onChoose={(created) => onFilters({ created })} />
    </>
  );
};

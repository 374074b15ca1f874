import { Building2, CircleDot, UserRound } from 'lucide-react';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.ts';
import { CreatedChip } from '../../components/listing/filters/created-chip.tsx';
import { parseCreated } from '../../components/listing/filters/created-range.ts';
import { ValueChip } from '../../components/listing/filters/filter-chip.tsx';
import { valuesOf, type FilterValue } from '../../components/listing/filters/filter-values.ts';
import type { MigrationFilters } from './migration-filters.ts';
import { statusLookOf } from '../../components/migration/status-looks.ts';

/** A field that rows can be filtered by, and its values. */
export type ValuesByField = (field: 'status' | 'company' | 'user') => readonly FilterValue[];

interface MigrationChipsProps {
  readonly of: 'this page' | 'all loaded';
  /** Asked for while a menu is open. */
  readonly values: ValuesByField;
  readonly filters: MigrationFilters;
  readonly onFilters: (change: Partial<MigrationFilters>) => void;
}

/** How a user is named on a chip. */
export const userLabel = (user: string): string => {
  if (user === '') return 'Nobody';
  return looksLikeUuid(user) ? shortIdText(user) : user;
};

/** How a company is named on a chip. */
export const companyLabel = (id: string, name: string | null): string =>
  id === '' ? 'No company yet' : (name ?? shortIdText(id));

/** The values that the rows of a page have. */
export const valuesOnPage =
  (migrations: readonly ListedMigration[], filters: MigrationFilters): ValuesByField =>
  (field) => {
    switch (field) {
      case 'status':
        return valuesOf(
          migrations.map(({ status }) => status),
          filters.status,
          (status) => statusLookOf(status).label,
        );
      case 'company':
        return valuesOf(
          migrations.map(({ companyId }) => companyId ?? ''),
          filters.company,
          (id) => companyLabel(id, migrations.find(({ companyId }) => companyId === id)?.companyName ?? null),
        );
      case 'user':
        return valuesOf(
          migrations.map(({ createdByUserId }) => createdByUserId ?? ''),
          filters.user,
          userLabel,
        );
    }
  };

const statusLine = (status: string) => {
  const { icon, tone } = statusLookOf(status);
  return { icon, tone: `tone-${tone}` };
};

/** The filters of the Migrations page, by what its rows hold. */
export const MigrationChips = ({ of, values, filters, onFilters }: MigrationChipsProps) => (
  <>
    <ValueChip
      icon={CircleDot}
      name="Status"
      of={of}
      values={() => values('status')}
      lookOf={statusLine}
      chosen={filters.status}
      onChoose={(status) => onFilters({ status })}
    />
    <ValueChip
      icon={Building2}
      name="Company"
      of={of}
      values={() => values('company')}
      chosen={filters.company}
      onChoose={(company) => onFilters({ company })}
    />
    <ValueChip
      icon={UserRound}
      name="Started by"
      of={of}
      values={() => values('user')}
      chosen={filters.user}
      onChoose={(user) => onFilters({ user })}
    />
    <CreatedChip created={parseCreated(filters.created)} onChoose={(created) => onFilters({ created })} />
  </>
);

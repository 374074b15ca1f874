import { Plug } from 'lucide-react';
import { CreatedChip } from '../../components/listing/filters/created-chip.tsx';
import { parseCreated } from '../../components/listing/filters/created-range.ts';
import { ValueChip } from '../../components/listing/filters/filter-chip.tsx';
import type { FilterValue } from '../../components/listing/filters/filter-values.ts';
import type { CompanyFilters } from './company-filters.ts';

interface CompanyChipsProps {
  readonly of: 'this page' | 'all loaded';
  /** Asked for while the menu is open. */
  readonly providers: () => readonly FilterValue[];
  readonly filters: CompanyFilters;
  readonly onFilters: (change: Partial<CompanyFilters>) => void;
}

/** How a provider is named on a chip. */
export const providerLabel = (provider: string): string => provider || 'No provider';

/** The filters of the Companies page. */
export const CompanyChips = ({ of, providers, filters, onFilters }: CompanyChipsProps) => (
  <>
    <ValueChip
      icon={Plug}
      name="Provider"
      of={of}
      values={providers}
      chosen={filters.provider}
      onChoose={(provider) => onFilters({ provider })}
    />
    <CreatedChip created={parseCreated(filters.created)} onChoose={(created) => onFilters({ created })} />
  </>
);

import { createListFilters, type FiltersOf } from '../../components/listing/filters/field-filters.ts';

export type MigrationFilters = FiltersOf<'migrations'>;

export const migrationFilters = createListFilters('migrations');

import { Plug } from 'lucide-react';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';

/** The fields by whose values companies are filtered and grouped. */
export const companyValueFilters = valueFilters('companies', { provider: { icon: Plug } });

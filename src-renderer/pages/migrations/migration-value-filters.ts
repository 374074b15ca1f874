import { Building2, UserRound } from 'lucide-react';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';

/** The fields by whose values migrations are filtered and grouped. */
export const migrationValueFilters = valueFilters('migrations', {
  company: { icon: Building2, without: 'No company yet' },
  user: {
    icon: UserRound,
    without: 'Nobody',
    labelOf: (user) => (looksLikeUuid(user) ? shortIdText(user) : user),
  },
});

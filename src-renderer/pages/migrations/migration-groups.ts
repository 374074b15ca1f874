import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import type { Group } from '../../components/loaded/groups/group-layout.ts';
import { companyLabel, userLabel } from './migration-chips.tsx';
import { statusLookOf } from '../../components/migration/status-looks.ts';

/** What loaded migrations can be grouped by. */
export const migrationGroups: readonly (readonly [GroupKey, string])[] = [
  ['status', 'status'],
  ['company', 'company'],
  ['provider', 'provider'],
  ['user', 'started by'],
  ['day', 'day'],
];

/** How the head of a group names it. */
export const migrationGroupLabel = (by: GroupKey, { key, label }: Group): string => {
  switch (by) {
    case 'status':
      return statusLookOf(key).label;
    case 'company':
      return companyLabel(key, label);
    case 'provider':
      return key || 'No provider';
    case 'user':
      return userLabel(key);
    case 'day':
      return key || 'No day';
  }
};

import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { useSettingsView } from '../../api/settings.ts';
import type { Segment } from '#ui/controls/segments.tsx';
import { ChoiceGroup } from './choices/choice-group.tsx';
import { StuckHours } from './choices/stuck-hours.tsx';
import { TimelineStore } from './timeline-store.tsx';

const intervals: readonly Segment<`${Preferences['autoRefreshSeconds']}`>[] = [
  { value: '0', label: 'Off' },
  { value: '10', label: '10 s' },
  { value: '30', label: '30 s' },
  { value: '60', label: '60 s' },
];
const sizes: readonly Segment<`${Preferences['pageSize']}`>[] = [
  { value: '10', label: '10' },
  { value: '25', label: '25' },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
];
const watchIntervals: readonly Segment<`${Preferences['watchSeconds']}`>[] = [
  { value: '15', label: '15 s' },
  { value: '30', label: '30 s' },
  { value: '60', label: '60 s' },
  { value: '300', label: '5 min' },
];
const loads: readonly Segment<'on' | 'off'>[] = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

export const DataSection = () => {
  const preferences = useSettingsView()?.preferences;
  if (!preferences) return null;
  const { autoRefreshSeconds, pageSize, watchSeconds, loadAllBySelf, stuckHours } = preferences;
  return (
    <>
      <ChoiceGroup
        title="Auto-refresh"
        help="The console reloads the current page, except while the window is hidden or the profile needs a key."
        segments={intervals}
        value={`${autoRefreshSeconds}`}
        changes={(value) => ({ autoRefreshSeconds: Number(value) as Preferences['autoRefreshSeconds'] })}
      />
      <ChoiceGroup
        title="Rows per page"
        help="You can change the number on each page."
        segments={sizes}
        value={`${pageSize}`}
        changes={(value) => ({ pageSize: Number(value) as Preferences['pageSize'] })}
      />
      <ChoiceGroup
        title="Load automatically"
        help="For profiles with fewer than 5,000 migrations, the console loads all migrations in the background, with at most 50 requests."
        segments={loads}
        value={loadAllBySelf ? 'on' : 'off'}
        changes={(value) => ({ loadAllBySelf: value === 'on' })}
      />
      <ChoiceGroup
        title="Watched migrations"
        help="How often the console checks each watched migration. Checks pause while offline or without a key."
        segments={watchIntervals}
        value={`${watchSeconds}`}
        changes={(value) => ({ watchSeconds: Number(value) as Preferences['watchSeconds'] })}
      />
      <StuckHours hours={stuckHours} />
      <TimelineStore />
    </>
  );
};

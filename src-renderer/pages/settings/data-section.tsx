import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { pageSizes } from '../../components/listing/pager/page-size.ts';
import { useSettingsView } from '../../api/settings.ts';
import type { Segment } from '#ui/controls/segments.tsx';
import { ChoiceGroup } from './choices/choice-group.tsx';
import { StuckHours } from './choices/stuck-hours.tsx';
import { TimelineStore } from './timeline-store.tsx';

const segmentsOf = <Value extends number>(
  values: readonly Value[],
  label: (value: Value) => string,
): readonly Segment<`${Value}`>[] => values.map((value) => ({ value: `${value}`, label: label(value) }));

const intervals = segmentsOf<Preferences['autoRefreshSeconds']>([0, 10, 30, 60], (seconds) =>
  seconds === 0 ? 'Off' : `${seconds} s`,
);
const sizes = segmentsOf(pageSizes, String);
const watchIntervals = segmentsOf<Preferences['watchSeconds']>([15, 30, 60, 300], (seconds) =>
  seconds === 300 ? '5 min' : `${seconds} s`,
);
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

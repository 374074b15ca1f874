import { useSettingsView } from '../../api/settings-view.ts';
import { AppearanceChoice } from './appearance-choice.tsx';
import { ChoiceGroup } from './choice-group.tsx';

/** How the console looks, and how it writes times. */
export const AppearanceSection = () => {
  const preferences = useSettingsView()?.preferences;
  return (
    <>
      <section className="settings-section" aria-labelledby="appearance-title">
        <h2 id="appearance-title">Appearance</h2>
        <p className="settings-help">System follows this computer.</p>
        <AppearanceChoice labelledBy="appearance-title" />
      </section>
      {preferences ? (
        <>
          <ChoiceGroup
            title="Time zone"
            help="Of all times and days on the pages. What is copied as JSON keeps the service's own."
            segments={[
              { value: 'local', label: 'This computer' },
              { value: 'utc', label: 'UTC' },
            ]}
            value={preferences.timeZone}
            changes={(timeZone) => ({ timeZone })}
          />
          <ChoiceGroup
            title="Times in tables"
            help="How long ago, with the time itself where there is room; or the time alone."
            segments={[
              { value: 'relative', label: 'Relative' },
              { value: 'absolute', label: 'Absolute' },
            ]}
            value={preferences.times}
            changes={(times) => ({ times })}
          />
        </>
      ) : null}
    </>
  );
};

import { describeAppError } from '#shared/app-error-text.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { useChangePreferences, useSettingsView } from '../../api/settings-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Segments, type Segment } from '../../components/segments.tsx';

const intervals: readonly Segment<`${Preferences['autoRefreshSeconds']}`>[] = [
  { value: '0', label: 'Off' },
  { value: '10', label: '10 s' },
  { value: '30', label: '30 s' },
  { value: '60', label: '60 s' },
];

/** What the pages do by themselves. */
export const DataSection = () => {
  const preferences = useSettingsView()?.preferences;
  const change = useChangePreferences();
  const { run, error } = useAction((_signal, autoRefreshSeconds: Preferences['autoRefreshSeconds']) =>
    change({ autoRefreshSeconds }),
  );
  if (!preferences) return null;
  return (
    <section className="settings-section" aria-labelledby="refresh-title">
      <h2 id="refresh-title">Auto-refresh</h2>
      <p className="settings-help">
        Reads the page on screen again. It pauses while the window is hidden and while a key is needed.
      </p>
      <Segments
        labelledBy="refresh-title"
        segments={intervals}
        value={`${preferences.autoRefreshSeconds}`}
        onChange={(value) => void run(Number(value) as Preferences['autoRefreshSeconds'])}
      />
      {error ? (
        <p className="settings-problem" role="alert">
          {describeAppError(error).title}. {error.detail ?? describeAppError(error).text}
        </p>
      ) : null}
    </section>
  );
};

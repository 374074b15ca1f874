import { Monitor, Moon, Sun } from 'lucide-react';
import { type Segment, Segments } from '#ui/controls/segments.tsx';
import type { ThemeChoice } from '#ui/theme/theme.ts';
import { useThemeChoice } from '#ui/theme/use-theme-choice.ts';
import { useChangePreferences } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { ChoiceGroup } from './settings-parts.tsx';

const choices: readonly Segment<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

const AppearanceChoice = ({ labelledBy }: { readonly labelledBy: string }) => {
  const [choice, choose] = useThemeChoice();
  const change = useChangePreferences();
  const { run, error } = useAction((_signal, theme: ThemeChoice) => change({ theme }));
  return (
    <>
      <Segments
        labelledBy={labelledBy}
        segments={choices}
        value={choice}
        onChange={(theme) => {
          choose(theme);
          void run(theme);
        }}
      />
      <ErrorLine error={error} />
    </>
  );
};

export const AppearanceSection = () => (
  <>
    <section className="settings-section" aria-labelledby="appearance-title">
      <h2 id="appearance-title">Appearance</h2>
      <p className="settings-help note">“System” follows your device.</p>
      <AppearanceChoice labelledBy="appearance-title" />
    </section>
    <ChoiceGroup
      name="timeZone"
      title="Time zone"
      help="Applies to all times on the pages. JSON shows times as the service sent them."
      choices={[
        ['local', 'This device'],
        ['utc', 'UTC'],
      ]}
    />
    <ChoiceGroup
      name="times"
      title="Times in tables"
      help="“Relative” shows times such as 5 min ago, and the exact time if it fits."
      choices={[
        ['relative', 'Relative'],
        ['absolute', 'Absolute'],
      ]}
    />
  </>
);

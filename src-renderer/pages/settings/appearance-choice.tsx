import { Monitor, Moon, Sun } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import { useChangePreferences } from '../../api/settings-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { useThemeChoice, type ThemeChoice } from '#ui/theme/theme.ts';

const choices: readonly Segment<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** System, light or dark; takes effect at once. */
export const AppearanceChoice = ({ labelledBy }: { readonly labelledBy: string }) => {
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
      {error ? (
        <p className="settings-problem" role="alert">
          {describeAppError(error).title}. {error.detail ?? describeAppError(error).text}
        </p>
      ) : null}
    </>
  );
};

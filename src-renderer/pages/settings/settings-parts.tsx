import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { CopyButton } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { useChangePreferences, useIsManaged, useSettingsView } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';

export const managedHelpText = 'Set by your administrator.';

interface ChoiceGroupProps<Name extends keyof Preferences> {
  readonly name: Name;
  readonly title: string;
  readonly help: string;
  readonly choices: readonly (readonly [value: Preferences[Name], label: string, icon?: LucideIcon])[];
}

export const ChoiceGroup = <Name extends keyof Preferences>({ name, title, help, choices }: ChoiceGroupProps<Name>) => {
  const id = useId();
  const preferences = useSettingsView()?.preferences;
  const change = useChangePreferences();
  const isManaged = useIsManaged(name);
  const { run, error } = useAction((_signal, value: Preferences[Name]) => change({ [name]: value }));
  if (!preferences) return null;
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="settings-help note">{isManaged ? managedHelpText : help}</p>
      <Segments
        labelledBy={id}
        segments={choices.map(([value, label, icon]) => ({ value: String(value), label, icon }))}
        value={String(preferences[name])}
        disabled={isManaged}
        onChange={(chosen) => {
          for (const [value] of choices) if (String(value) === chosen) void run(value);
        }}
      />
      <ErrorLine error={error} />
    </section>
  );
};

interface OutsideAddressProps {
  readonly address: string;
  readonly words?: string;
  readonly copyLabel: string;
}

export const OutsideAddress = ({ address, words = address, copyLabel }: OutsideAddressProps) => (
  <>
    {address.startsWith('https://') ? (
      <a href={address} target="_blank" rel="noreferrer">
        {words}
      </a>
    ) : (
      <span className="text-anywhere mono">{address}</span>
    )}
    <CopyButton text={address} label={copyLabel} />
  </>
);

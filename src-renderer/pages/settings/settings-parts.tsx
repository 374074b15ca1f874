import { CopyButton } from '#ui/controls/controls.tsx';
import { type ReactNode, useId } from 'react';
import type { PreferenceChanges } from '#shared/console-contract/settings-calls.ts';
import { type Segment, Segments } from '#ui/controls/segments.tsx';
import { useChangePreferences, useIsManaged } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';

export const managedHelpText = 'Set by your administrator.';

interface ChoiceGroupProps<Value extends string> {
  readonly title: string;
  readonly help: ReactNode;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly changes: (value: Value) => PreferenceChanges;
}

export const ChoiceGroup = <Value extends string>({
  title,
  help,
  segments,
  value,
  changes,
}: ChoiceGroupProps<Value>) => {
  const id = useId();
  const change = useChangePreferences();
  const isManaged = useIsManaged(changes(value));
  const { run, error } = useAction((_signal, chosen: Value) => change(changes(chosen)));
  return (
    <section className="settings-section settings-choice" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="settings-help note">{isManaged ? managedHelpText : help}</p>
      <Segments
        labelledBy={id}
        segments={segments}
        value={value}
        disabled={isManaged}
        onChange={(chosen) => void run(chosen)}
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

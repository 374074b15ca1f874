import { useState } from 'react';
import type { StuckHours as Hours } from '#shared/console-contract/settings-calls.ts';
import { TextField } from '#ui/controls/fields.tsx';
import { useChangePreferences, useIsManaged } from '../../../api/settings.ts';
import { useAction } from '../../../api/use-action.ts';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { managedHelpText } from './choice-group.tsx';

export const readHours = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.');
  const hours = /^\d{1,4}(\.\d{1,3})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return hours >= 0.1 && hours <= 2_000 ? hours : null;
};

const fields: readonly (readonly [keyof Hours, string])[] = [
  ['WORKING', 'Working'],
  ['PENDING_USER_INPUT', 'Pending user input'],
  ['NOT_STARTED', 'Not started'],
];

export const StuckHours = ({ hours }: { readonly hours: Hours }) => {
  const change = useChangePreferences();
  const isManaged = useIsManaged({ stuckHours: hours });
  const [typedHours, setTypedHours] = useState<Partial<Record<keyof Hours, string>>>({});
  const { run, error } = useAction((_signal, status: keyof Hours, value: number) =>
    change({ stuckHours: { ...hours, [status]: value } }),
  );
  const save = (status: keyof Hours): void => {
    const text = typedHours[status];
    const value = text === undefined ? null : readHours(text);
    if (value === null) return;
    setTypedHours(({ [status]: _done, ...rest }) => rest);
    if (value !== hours[status]) void run(status, value);
  };
  return (
    <section className="settings-section settings-choice" aria-labelledby="stuck-title">
      <h2 id="stuck-title">Stuck migrations</h2>
      <p className="settings-help">
        {isManaged
          ? managedHelpText
          : 'The console marks a migration as stuck after this many hours without an observed change.'}
      </p>
      <div className="settings-fields">
        {fields.map(([status, label]) => {
          const text = typedHours[status];
          return (
            <TextField
              key={status}
              label={label}
              labelNote="hours"
              inputMode="decimal"
              disabled={isManaged}
              value={text ?? String(hours[status])}
              problem={text !== undefined && readHours(text) === null ? 'A number from 0.1 to 2,000.' : null}
              onChange={(event) => setTypedHours({ ...typedHours, [status]: event.target.value })}
              onBlur={() => save(status)}
              onKeyDown={(event) => (event.key === 'Enter' ? save(status) : undefined)}
            />
          );
        })}
      </div>
      <ErrorLine error={error} />
    </section>
  );
};

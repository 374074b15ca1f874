import { useState } from 'react';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { AppError } from '#shared/app-error.ts';
import { useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import { Tick } from '#ui/controls/form.tsx';

type Quiet = Preferences['quietHours'];

export const QuietHours = () => {
  const quiet = useSettingsView()?.preferences.quietHours;
  const change = useChangePreferences();
  const [typed, setTyped] = useState<Partial<Quiet>>({});
  const [error, setError] = useState<AppError | null>(null);
  if (!quiet) return null;
  const shownHours = { ...quiet, ...typed };
  const save = (changes: Partial<Quiet>): void => {
    const all = { ...shownHours, ...changes };
    // While the user types, the input's value is empty, so the saved time stays.
    const next = { ...all, from: all.from || quiet.from, to: all.to || quiet.to };
    setTyped(next);
    setError(null);
    // Keeps input typed while the change was being saved.
    const forget = () => setTyped((now) => (now === next ? {} : now));
    void change({ quietHours: next })
      .catch((thrown: unknown) => setError(appErrorOf(thrown)))
      .then(forget);
  };
  const time = (name: 'from' | 'to', label: string) => (
    <input
      type="time"
      className="field number"
      aria-label={label}
      value={shownHours[name]}
      disabled={!shownHours.isOn}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      onBlur={() => (typed[name] === undefined ? undefined : save({}))}
    />
  );
  return (
    <section className="alert-card" aria-labelledby="quiet-title">
      <header className="alert-card-head row">
        <h2 id="quiet-title">Quiet hours</h2>
        <Tick className="alert-switch row rigid" checked={shownHours.isOn} onChange={(isOn) => save({ isOn })}>
          On
        </Tick>
      </header>
      <div className="quiet-fields row">
        {time('from', 'Quiet from')}
        <span>to</span>
        {time('to', 'Quiet until')}
        <Tick
          className="alert-switch row rigid"
          checked={shownHours.weekend}
          disabled={!shownHours.isOn}
          onChange={(weekend) => save({ weekend })}
        >
          and all weekend
        </Tick>
      </div>
      <p className="alert-help">During quiet hours, alerts appear in the list only. Times use this device's clock.</p>
      <ErrorLine className="alert-help wrong" error={error} />
    </section>
  );
};

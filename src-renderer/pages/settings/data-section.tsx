import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appErrorOf, useConsole, useRead } from '../../api/console-api.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { ErrorLine } from '../../components/messages/error-line.tsx';
import type { StuckHours as Hours } from '#shared/console-contract/settings-calls.ts';
import { useChangePreferences, useIsManaged, useSettingsView } from '../../api/settings.ts';
import { ChoiceGroup, managedHelpText } from './settings-parts.tsx';
import { hoursProblem, readHours } from '../../components/hours.ts';
import { pageSizes } from '../../components/listing/pager/page-size.ts';

const TimelineStore = () => {
  const { api } = useConsole();
  const client = useQueryClient();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const [isAsking, setAsking] = useState(false);
  const query = useRead(['timeline', 'count'], (console, options) => console.timeline.count({}, options), {
    staleTime: 0,
  });
  const { data } = query;
  const { run, busy, error } = useAction(async () => {
    const { erased } = await api.timeline.erase({});
    setAsking(false);
    showToast(`Erased ${countedText(erased, 'entry', 'entries')}`, 'done');
    await client.invalidateQueries({
      predicate: ({ queryKey }) => ['timeline', 'migrations'].includes(String(queryKey[0])),
    });
  });
  return (
    <section className="settings-section" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Observed timeline</h2>
      <p className="settings-help note number">
        This device stores up to 200,000 observed status changes for 90 days, without user IDs.
        {data ? ` ${countedText(data.entries, 'entry', 'entries')} for ${profile}.` : ''}
      </p>
      <Button
        variant="remove"
        disabledBecause={data ? (data.entries > 0 ? null : 'Nothing stored') : 'Number of entries not known yet'}
        onPress={() => setAsking(true)}
      >
        Erase the timeline
      </Button>
      <ErrorLine error={error ?? (data || !query.error ? null : appErrorOf(query.error))} />
      {isAsking ? (
        <ConfirmDialog
          title={`Erase the observed timeline of ${profile}?`}
          confirm="Erase"
          tone="danger"
          busy={busy}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          <p>
            You can't get the observed timeline back, because the service only reports the current status. Nothing
            changes at the service.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
};

const fields: readonly (readonly [keyof Hours, string])[] = [
  ['WORKING', 'Working'],
  ['PENDING_USER_INPUT', 'Pending user input'],
  ['NOT_STARTED', 'Not started'],
];

const StuckHours = ({ hours }: { readonly hours: Hours }) => {
  const change = useChangePreferences();
  const isManaged = useIsManaged('stuckHours');
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
    <section className="settings-section" aria-labelledby="stuck-title">
      <h2 id="stuck-title">Stuck migrations</h2>
      <p className="settings-help note">
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
              problem={text !== undefined && readHours(text) === null ? hoursProblem : null}
              onText={(typed) => setTypedHours({ ...typedHours, [status]: typed })}
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

export const DataSection = () => {
  const preferences = useSettingsView()?.preferences;
  if (!preferences) return null;
  return (
    <>
      <ChoiceGroup
        name="autoRefreshSeconds"
        title="Auto-refresh"
        help="The console reloads the current page, except while the window is hidden or the profile needs a key."
        choices={([0, 10, 30, 60] as const).map((seconds) => [seconds, seconds === 0 ? 'Off' : `${seconds} s`])}
      />
      <ChoiceGroup
        name="pageSize"
        title="Rows per page"
        help="You can change the number on each page."
        choices={pageSizes.map((size) => [size, String(size)])}
      />
      <ChoiceGroup
        name="loadAllBySelf"
        title="Load automatically"
        help="For profiles with fewer than 5,000 migrations, the console loads all migrations in the background, with at most 50 requests."
        choices={[
          [true, 'On'],
          [false, 'Off'],
        ]}
      />
      <ChoiceGroup
        name="watchSeconds"
        title="Watched migrations"
        help="How often the console checks each watched migration. Checks pause while offline or without a key."
        choices={([15, 30, 60, 300] as const).map((seconds) => [seconds, seconds === 300 ? '5 min' : `${seconds} s`])}
      />
      <StuckHours hours={preferences.stuckHours} />
      <TimelineStore />
    </>
  );
};

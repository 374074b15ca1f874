import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText } from '#ui/values/number-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { ErrorLine } from '../../components/messages/error-line.tsx';

const entriesText = (entries: number): string => `${countText(entries)} ${entries === 1 ? 'entry' : 'entries'}`;

export const TimelineStore = () => {
  const { api } = useConsole();
  const client = useQueryClient();
  const profile = useConsoleState()?.profile.name ?? 'this profile';
  const [isAsking, setAsking] = useState(false);
  const key = ['timeline', 'count'];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.timeline.count({}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  const { run, busy, error } = useAction(async () => {
    const { erased } = await api.timeline.erase({});
    setAsking(false);
    showToast(`Erased ${entriesText(erased)}`, 'done');
    await client.invalidateQueries({
      predicate: ({ queryKey }) => ['timeline', 'migrations'].includes(String(queryKey[0])),
    });
  });
  return (
    <section className="settings-section settings-choice" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Observed timeline</h2>
      <p className="settings-help number">
        This device stores up to 200,000 observed status changes for 90 days, without user IDs.
        {data ? ` ${entriesText(data.entries)} for ${profile}.` : ''}
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
            You can't get the observed timeline back: the service only reports the current status. Nothing changes at
            the service.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
};

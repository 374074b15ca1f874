import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText } from '#ui/values/number-text.ts';
import type { Listener } from './use-listener.ts';

interface ListenFootProps {
  readonly state: ListenerState;
  readonly listener: Listener;
  readonly sendObstacle: string | null;
}

export const ListenFoot = ({ state, listener, sendObstacle }: ListenFootProps) => {
  const [isAsking, setAsking] = useState(false);
  const { waiting, delivered, failed, shown } = state.counts;
  const hasEndedEvents = delivered + failed + shown > 0;
  const waitingText = waiting === 1 ? '1 waiting to retry' : `${countText(waiting)} waiting to retry`;
  return (
    <footer className="listen-foot row number">
      <p>
        <strong>{countText(waiting + delivered + failed + shown)}</strong>{' '}
        {waiting + delivered + failed + shown === 1 ? 'event' : 'events'}, <strong>{countText(delivered)}</strong>{' '}
        forwarded
        {waiting > 0 ? (
          <>
            , <strong className="text-partial">{waitingText}</strong>
          </>
        ) : null}
        {failed > 0 ? (
          <>
            , <strong className="tone-bad">{countText(failed)} failed</strong>
          </>
        ) : null}
      </p>
      {failed > 0 ? (
        <Button size="small" variant="ghost" disabledBecause={sendObstacle} onPress={() => void listener.resend(null)}>
          Resend failed events
        </Button>
      ) : null}
      {waiting > 0 && !state.isOn ? (
        <Button size="small" variant="ghost" onPress={() => setAsking(true)}>
          Discard all
        </Button>
      ) : null}
      {state.isOn && state.address !== null ? (
        <Button
          size="small"
          variant="ghost"
          icon={state.isPaused ? Play : Pause}
          onPress={() => void listener.pause(!state.isPaused)}
        >
          {state.isPaused ? 'Resume' : 'Pause'}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="ghost"
        icon={Trash2}
        disabledBecause={hasEndedEvents ? null : 'No finished events'}
        onPress={() => void listener.clear(false)}
      >
        Clear
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Discard ${countText(waiting)} waiting ${waiting === 1 ? 'event' : 'events'}?`}
          confirm="Discard"
          tone="danger"
          onConfirm={() => void listener.clear(true)}
          onClose={() => setAsking(false)}
        >
          <p>Waiting events won't be forwarded, and finished events are cleared, too. This can't be undone.</p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
};

import { Copy, FileDown, FolderOpen, ListEnd, Package, Play } from 'lucide-react';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button, CloseButton, copyText, IconButton } from '#ui/controls/controls.tsx';
import { FileButton, GhostButton } from '#ui/controls/form.tsx';
import { showFailureDetail } from '../../../components/messages/show-failure.ts';
import { showSaved } from '../../../components/show-saved.ts';
import { LazySupportBundle } from '../../../components/support-bundle/lazy-dialogs.ts';
import { fullText } from '#ui/values/times.tsx';
import { entriesText, EventLog } from '../flow/event-log.tsx';
import { FlowRequests } from '../flow/flow-requests.tsx';
import { useEffect, useState } from 'react';
import { replayAt } from './replay.ts';
import '../flow/event-panel.css';

interface RecorderActionsProps {
  readonly labId: string;
  readonly saveObstacle: string | null;
  readonly onRecording: (recording: LabRecording) => void;
}

export const RecorderActions = ({ labId, saveObstacle, onRecording }: RecorderActionsProps) => {
  const { api } = useConsole();
  const [showsBundle, setShowsBundle] = useState(false);
  const save = useAction(async () => {
    try {
      showSaved(await api.modalLab.save({ labId }));
    } catch (thrown) {
      showFailureDetail(thrown);
    }
  });
  const load = useAction(async (_signal, file: File) => {
    try {
      onRecording(await api.modalLab.readRecording({ text: await file.text() }));
    } catch (thrown) {
      showFailureDetail(thrown);
    }
  });
  return (
    <>
      <FileButton icon={FolderOpen} fileLabel="Recording file" onFile={(file) => void load.run(file)}>
        Load recording
      </FileButton>
      <Button icon={FileDown} disabledBecause={saveObstacle} onPress={() => void save.run()}>
        Save recording
      </Button>
      <IconButton
        label="Support bundle"
        icon={Package}
        disabledBecause={saveObstacle}
        onPress={() => setShowsBundle(true)}
      />
      {showsBundle ? (
        <LazySupportBundle
          subject={{ kind: 'lab', labId }}
          about="this session"
          onClose={() => setShowsBundle(false)}
        />
      ) : null}
    </>
  );
};

const stepMs = 50;

const useReplay = (recording: LabRecording) => {
  const [startedAtMs, setStartedAtMs] = useState<number | null>(null);
  const [elapsedMs, setElapsedMs] = useState(Number.POSITIVE_INFINITY);
  const moment = replayAt(recording, elapsedMs);
  const isRunning = startedAtMs !== null && !moment.isOver;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAtMs), stepMs);
    return () => clearInterval(timer);
  }, [startedAtMs, isRunning]);
  return {
    ...moment,
    play: () => {
      setElapsedMs(0);
      setStartedAtMs(performance.now());
    },
    showAll: () => {
      setStartedAtMs(null);
      setElapsedMs(Number.POSITIVE_INFINITY);
    },
  };
};

interface RecordingPanelProps {
  readonly recording: LabRecording;
  readonly onClose: () => void;
}

export const RecordingPanel = ({ recording, onClose }: RecordingPanelProps) => {
  const { entries, requests, isOver, play, showAll } = useReplay(recording);
  const of = `${entries.length} of ${recording.entries.length}`;
  return (
    <section className="event-panel stack" aria-label="Recorded session">
      <div className="stack fill">
        <header className="lab-head row rigid">
          <h2 className="subtitle">
            Recording <span className="lab-count number">{of}</span>
          </h2>
          <GhostButton
            label="Copy as JSON"
            icon={Copy}
            onPress={() => copyText(entriesText(recording.entries), 'the events as JSON')}
          />
          <CloseButton label="Close the recording" onPress={onClose} />
        </header>
        <div className="recording-bar row rigid">
          <p className="truncate">
            {fullText(new Date(recording.recordedAt))}, {recording.service}
          </p>
          <Button size="small" icon={Play} onPress={play}>
            Replay
          </Button>
          <Button
            size="small"
            icon={ListEnd}
            disabledBecause={isOver ? 'All entries are shown' : null}
            onPress={showAll}
          >
            Show all
          </Button>
        </div>
        <EventLog entries={entries} foot={isOver ? 'End of the recording' : 'Replaying'} isLive={!isOver} />
      </div>
      <FlowRequests requests={requests} serviceURL={`http://${recording.service}`} />
    </section>
  );
};

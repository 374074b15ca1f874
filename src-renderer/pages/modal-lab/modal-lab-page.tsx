import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity, useCallback, useEffect, useState } from 'react';
import { appErrorOf, useConsole } from '../../api/console-api.ts';
import { readWithChanges } from '../../api/page-cache.ts';
import { labKey, type StampedLab, stampLab } from '../../api/modal-lab.ts';
import { Copy, Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { GhostButton } from '#ui/controls/form.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { entriesText, EventLog } from './flow/event-log.tsx';
import { FlowRequests } from './flow/flow-requests.tsx';
import './flow/event-panel.css';
import { readOnlyReason } from '../../components/read-only.tsx';
import { useNavigate } from '@tanstack/react-router';
import type { LabFlow, LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsoleState } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { useProductionConfirm } from '../../components/dialogs/production-confirm.tsx';
import { FlowSection } from './flow/flow-section.tsx';
import { isHidden } from './flow/flow-steps.ts';
import { GuestPanel } from './guest/guest-panel.tsx';
import { LabControls } from './controls/lab-controls.tsx';
import { useLabSettings } from './controls/lab-settings.ts';
import type { LabRecoveryAction } from './guest/problem-words.ts';
import { useSize } from './guest/use-size.ts';
import { RecorderActions, RecordingPanel } from './recorder/recording-panel.tsx';
import { SandboxPanel } from './sandbox-panel.tsx';
import { ErrorBlock } from '../../components/messages/error-block.tsx';
import './modal-lab-page.css';

/** Returns a profile's lab. Navigation doesn't close the lab. If the lab has ended, opening its page opens a new lab. */
const useLab = (profileId: string, isHere: boolean) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const options = queryOptions<StampedLab>({
    queryKey: labKey(profileId),
    queryFn: readWithChanges(async () => {
      const labId = client.getQueryData<StampedLab>(labKey(profileId))?.view.labId ?? null;
      return stampLab(await api.modalLab.open({ labId }));
    }),
    staleTime: 0,
    enabled: isHere,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  const { data: lab, error, refetch } = useQuery(options);
  const startOver = useCallback(async () => {
    const previous = client.getQueryData<StampedLab>(labKey(profileId));
    if (previous) await api.modalLab.end({ labId: previous.view.labId });
    await client.resetQueries({ queryKey: labKey(profileId) });
  }, [api, client, profileId]);
  return {
    lab,
    error: error ? appErrorOf(error) : null,
    reopen: () => void refetch(),
    startOver,
  };
};

type LabAccess = ReturnType<typeof useLab>;

const EventPanel = ({ lab, onClear }: { readonly lab: StampedLab; readonly onClear: () => void }) => {
  const [pausedLab, setPausedLab] = useState<StampedLab | null>(null);
  const { entries, requests, view } = pausedLab ?? lab;
  const missedCount = lab.entries.length - entries.length;
  const isLive = view.guest === 'ready' && pausedLab === null;
  const foot = pausedLab ? `Paused, ${missedCount} more` : isLive ? 'Listening for events' : 'Lab page not connected';
  const flow = lab.view.flow?.number ?? 0;
  return (
    <section className="event-panel stack" aria-label="Flow log">
      <div className="stack fill">
        <header className="lab-head row rigid">
          <h2 className="subtitle">
            Events <span className="lab-count number">{entries.length}</span>
          </h2>
          <GhostButton
            label={pausedLab ? 'Resume' : 'Pause'}
            icon={pausedLab ? Play : Pause}
            onPress={() => setPausedLab(pausedLab ? null : lab)}
          />
          <GhostButton
            label="Copy as JSON"
            icon={Copy}
            onPress={() => copyText(entriesText(entries), 'the events as JSON')}
          />
          <GhostButton label="Clear" icon={Trash2} onPress={onClear} />
        </header>
        <EventLog entries={entries} foot={foot} isLive={isLive} />
      </div>
      <FlowRequests requests={requests.filter((request) => request.flow === flow)} serviceURL={view.serviceURL} />
    </section>
  );
};

interface LabBenchProps {
  readonly lab: StampedLab;
  readonly access: LabAccess;
  readonly isHere: boolean;
}

const labParts = [
  { value: 'controls', label: 'Controls' },
  { value: 'page', label: 'Page' },
  { value: 'events', label: 'Events' },
] as const;

/** Below `narrowPx`, the style sheet shows one part at a time. From `widePx` on, a desktop page fits. */
const narrowPx = 680;
const widePx = 1000;

/** Whether a new flow would interrupt this flow. A hidden modal isn't interrupted, because `init` shows it again. */
const isInProgress = (flow: LabFlow): boolean => flow.end === null && !flow.isStopped && !isHidden(flow);

const LabBench = ({ lab, access, isHere }: LabBenchProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const [settings, changeSettings] = useLabSettings();
  const [part, setPart] = useState<(typeof labParts)[number]['value']>('controls');
  const [recording, setRecording] = useState<LabRecording | null>(null);
  const { view, at } = lab;
  const { labId, flow } = view;
  const { userId, providers, theme } = settings;

  const [bench, { width }] = useSize();
  const device = settings.device ?? (width > widePx ? 'desktop' : 'phone');
  const showPage = (): void => {
    if (width <= narrowPx) setPart('page');
  };
  const start = useAction(async () => {
    showPage();
    await api.modalLab.start({ labId, userId: userId.trim(), sourceProviders: [...providers], confirmed: true });
  });
  const resume = useAction(async () => {
    showPage();
    await api.modalLab.resume({ labId });
  });
  const close = useAction(async () => void (await api.modalLab.close({ labId })));
  const startOver = useAction(async () => access.startOver());
  useEffect(() => {
    api.modalLab.setTheme({ labId, theme }).catch(() => undefined);
  }, [api, labId, theme]);

  const profile = state?.profile;
  const readOnlyText = readOnlyReason(state);
  const [startRun, question] = useProductionConfirm(start.run, {
    title: 'Open a modal in production?',
    confirm: 'Open modal',
    children: `This creates a real link token for ${profile?.name}. Once the end user signs in, a real migration starts.`,
  });
  const runRecoveryAction = (way: LabRecoveryAction): void => {
    if (way === 'new-token') startRun();
    else if (way === 'resume') void resume.run();
    else if (way === 'start-over') void startOver.run();
    else if (way === 'key-settings' && profile) void navigate({ to: '/settings', search: { profile: profile.id } });
  };
  return (
    <div ref={bench} className="modal-lab fill stack">
      <PageHead
        title="Modal lab"
        actions={
          <>
            <RecorderActions
              labId={labId}
              saveObstacle={lab.entries.length === 0 ? 'Nothing recorded yet' : null}
              onRecording={(recorded) => {
                setRecording(recorded);
                setPart('events');
              }}
            />
            <Button icon={RotateCcw} busy={startOver.busy} onPress={() => void startOver.run()}>
              Start over
            </Button>
          </>
        }
      >
        <span className="lab-about muted truncate">Test the full flow with a simulated site.</span>
      </PageHead>
      <div className="lab-parts">
        <Segments label="Lab sections" segments={labParts} value={part} onChange={setPart} />
      </div>
      <div className="lab-columns fill" data-part={part} data-device={device}>
        <div className="lab-side stack">
          <div className="lab-side-rest scroller">
            <LabControls
              settings={settings}
              onChange={changeSettings}
              onStart={startRun}
              onResume={() => void resume.run()}
              onClose={() => void close.run()}
              startObstacle={readOnlyText}
              resumeObstacle={readOnlyText ?? (flow && isInProgress(flow) ? 'A flow is in progress' : null)}
              isOpen={flow?.isOpen ?? false}
              shownIn={view.shownIn}
            />
            {/* Countdown rings stop while the page is hidden. */}
            <Activity mode={isHere ? 'visible' : 'hidden'}>
              {flow ? (
                <FlowSection flow={flow} at={at} onShow={() => void resume.run()} blocked={readOnlyText} />
              ) : null}
            </Activity>
          </div>
          <Activity mode={isHere ? 'visible' : 'hidden'}>
            <SandboxPanel profileId={view.profileId} />
          </Activity>
        </div>
        <GuestPanel
          view={view}
          theme={theme}
          device={device}
          onDevice={(next) => changeSettings({ device: next })}
          onRecoveryAction={runRecoveryAction}
        />
        {recording ? (
          <RecordingPanel key={recording.recordedAt} recording={recording} onClose={() => setRecording(null)} />
        ) : (
          <EventPanel lab={lab} onClear={() => void api.modalLab.clear({ labId }).catch(() => undefined)} />
        )}
      </div>
      {question}
    </div>
  );
};

interface ModalLabPageProps {
  readonly profileId: string;
  /** Whether the page is visible. While it is hidden, the flow continues without animation. */
  readonly isHere: boolean;
}

export const ModalLabPage = ({ profileId, isHere }: ModalLabPageProps) => {
  const access = useLab(profileId, isHere);
  const { lab, error, reopen } = access;
  if (lab) return <LabBench key={lab.view.labId} lab={lab} access={access} isHere={isHere} />;
  return (
    <div className="modal-lab fill stack" aria-busy={!error}>
      <header className="page-head row rigid">
        <h1>Modal lab</h1>
      </header>
      {error ? <ErrorBlock error={error} onRetry={reopen} /> : null}
    </div>
  );
};

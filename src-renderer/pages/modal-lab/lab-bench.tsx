import { readOnlyReason } from '../../components/read-only.tsx';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { Activity, useEffect, useState } from 'react';
import type { LabFlow, LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { ProductionConfirm } from '../../components/dialogs/production-confirm.tsx';
import { EventPanel } from './flow/event-panel.tsx';
import { FlowSection } from './flow/flow-section.tsx';
import { isHidden } from './flow/flow-steps.ts';
import { GuestPanel } from './guest/guest-panel.tsx';
import { LabControls } from './controls/lab-controls.tsx';
import { LabTabs, partId, type LabPart } from './controls/lab-tabs.tsx';
import { useLabSettings } from './controls/lab-settings.ts';
import type { LabRecoveryAction } from './guest/problem-words.ts';
import { useSize } from './guest/use-size.ts';
import { RecorderActions } from './recorder/recorder-actions.tsx';
import { RecordingPanel } from './recorder/recording-panel.tsx';
import { SandboxPanel } from './sandbox-panel.tsx';
import type { StampedLab } from '../../api/modal-lab.ts';
import type { LabAccess } from './use-lab.ts';

interface LabBenchProps {
  readonly lab: StampedLab;
  readonly access: LabAccess;
  readonly isHere: boolean;
}

/** Below `narrowPx`, the style sheet shows one part at a time. From `widePx` on, a desktop page fits. */
const narrowPx = 680;
const widePx = 1000;

/** Whether a new flow would interrupt this flow. A hidden modal isn't interrupted, because `init` shows it again. */
const isInProgress = (flow: LabFlow): boolean => flow.end === null && !flow.isStopped && !isHidden(flow);

export const LabBench = ({ lab, access, isHere }: LabBenchProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const [settings, changeSettings] = useLabSettings();
  const [isAsking, setAsking] = useState(false);
  const [part, setPart] = useState<LabPart>('controls');
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
  const startRun = (): void => {
    if (profile?.environment === 'production') setAsking(true);
    else void start.run();
  };
  const runRecoveryAction = (way: LabRecoveryAction): void => {
    if (way === 'new-token') startRun();
    else if (way === 'resume') void resume.run();
    else if (way === 'start-over') void startOver.run();
    else if (way === 'key-settings' && profile) void navigate({ to: '/settings', search: { profile: profile.id } });
  };
  return (
    <div ref={bench} className="modal-lab">
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
        <span className="lab-about truncate">Test the full flow with a simulated site.</span>
      </PageHead>
      <LabTabs part={part} onPart={setPart} />
      <div className="lab-columns" data-part={part} data-device={device}>
        <div className="lab-side stack" id={partId('controls')}>
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
      {isAsking && profile ? (
        <ProductionConfirm
          title="Open a modal in production?"
          confirm="Open modal"
          onConfirm={() => void start.run()}
          onClose={() => setAsking(false)}
        >
          This creates a real link token for {profile.name}. Once the end user signs in, a real migration starts.
        </ProductionConfirm>
      ) : null}
    </div>
  );
};

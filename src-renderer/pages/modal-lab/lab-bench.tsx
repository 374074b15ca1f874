import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { ProductionConfirm } from '../../components/dialogs/production-confirm.tsx';
import { EventPanel } from './flow/event-panel.tsx';
import { FlowSection } from './flow/flow-section.tsx';
import { GuestPanel } from './guest/guest-panel.tsx';
import { LabControls } from './lab-controls.tsx';
import { LabTabs, partId, type LabPart } from './lab-tabs.tsx';
import { useLabSettings } from './lab-settings.ts';
import type { LabWayOn } from './problem-words.ts';
import { RecorderActions } from './recorder/recorder-actions.tsx';
import { RecordingPanel } from './recorder/recording-panel.tsx';
import type { ShownLab } from '../../api/modal-lab.ts';
import type { LabAccess } from './use-lab.ts';

interface LabBenchProps {
  readonly lab: ShownLab;
  readonly access: LabAccess;
}

/** Width at which the style sheet shows one part at a time. */
const narrowPx = 680;

/** One open lab: controls and flow, its page, its log. */
export const LabBench = ({ lab, access }: LabBenchProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const [settings, changeSettings] = useLabSettings();
  const [asking, setAsking] = useState(false);
  const [part, setPart] = useState<LabPart>('controls');
  const [recording, setRecording] = useState<LabRecording | null>(null);
  const { view, at } = lab;
  const { labId, flow } = view;
  const { userId, providers, theme } = settings;

  const bench = useRef<HTMLDivElement>(null);
  /** Where only one part is in sight, the page is what one wants to see next. */
  const showPage = (): void => {
    if ((bench.current?.clientWidth ?? narrowPx + 1) <= narrowPx) setPart('page');
  };
  const start = useAction(async () => {
    showPage();
    await api.modalLab.start({ labId, userId: userId.trim(), sourceProviders: [...providers] });
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
  const begin = (): void => {
    if (profile?.environment === 'production') setAsking(true);
    else void start.run();
  };
  const wayOn = (way: LabWayOn): void => {
    if (way === 'new-token') begin();
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
              saveDisabled={lab.entries.length === 0 ? 'Nothing has happened yet' : null}
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
        <span className="lab-about truncate">Plays your web page and its backend, so the whole flow runs here.</span>
      </PageHead>
      <LabTabs part={part} onPart={setPart} />
      <div className="lab-columns" data-part={part}>
        <div className="lab-side" id={partId('controls')}>
          <LabControls
            settings={settings}
            onChange={changeSettings}
            onStart={begin}
            onResume={() => void resume.run()}
            onClose={() => void close.run()}
            startDisabled={state?.readOnly ? 'Your administrators have switched off what creates data' : null}
            isOpen={flow?.isOpen ?? false}
            shownIn={view.shownIn}
          />
          {flow ? <FlowSection flow={flow} at={at} isStopped={view.problem !== null && !flow.isOpen} /> : null}
        </div>
        <GuestPanel view={view} theme={theme} onWayOn={wayOn} />
        {recording ? (
          <RecordingPanel key={recording.recordedAt} recording={recording} onClose={() => setRecording(null)} />
        ) : (
          <EventPanel lab={lab} onClear={() => void api.modalLab.clear({ labId }).catch(() => undefined)} />
        )}
      </div>
      {asking && profile ? (
        <ProductionConfirm
          title="Open a modal on production?"
          confirm="Open modal"
          onConfirm={() => {
            setAsking(false);
            void start.run();
          }}
          onClose={() => setAsking(false)}
        >
          This makes a real link token for {profile.name}. Once the user logs in, a real migration starts.
        </ProductionConfirm>
      ) : null}
    </div>
  );
};

import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConsole } from '../../api/console-context.tsx';
import { useConsoleState } from '../../api/console-state.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ProductionConfirm } from '../../components/production-confirm.tsx';
import { EndPanel } from './end-panel.tsx';
import { EventPanel } from './event-panel.tsx';
import { FlowList } from './flow-list.tsx';
import { GuestPanel } from './guest-panel.tsx';
import { LabControls } from './lab-controls.tsx';
import { useLabSettings } from './lab-settings.ts';
import type { LabWayOn } from './problem-words.ts';
import type { LabAccess, ShownLab } from './use-lab.ts';

interface LabBenchProps {
  readonly lab: ShownLab;
  readonly access: LabAccess;
}

/** One open lab: controls and flow, its page, its log. */
export const LabBench = ({ lab, access }: LabBenchProps) => {
  const { api } = useConsole();
  const navigate = useNavigate();
  const state = useConsoleState();
  const [settings, changeSettings] = useLabSettings();
  const [asking, setAsking] = useState(false);
  const { view, at } = lab;
  const { labId, flow } = view;
  const { userId, providers, theme } = settings;

  const start = useAction(async () => {
    access.setView(await api.modalLab.start({ labId, userId: userId.trim(), sourceProviders: [...providers] }));
  });
  const resume = useAction(async () => access.setView(await api.modalLab.resume({ labId })));
  const close = useAction(async () => access.setView(await api.modalLab.close({ labId })));
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
    <div className="modal-lab">
      <PageHead
        title="Modal lab"
        actions={
          <Button icon={RotateCcw} busy={startOver.busy} onPress={() => void startOver.run()}>
            Start over
          </Button>
        }
      >
        <span className="lab-about truncate">Plays your web page and its backend, so the whole flow runs here.</span>
      </PageHead>
      <div className="lab-columns">
        <div className="lab-side">
          <LabControls
            settings={settings}
            onChange={changeSettings}
            onStart={begin}
            onResume={() => void resume.run()}
            onClose={() => void close.run()}
            startDisabled={state?.readOnly ? 'Your administrators have switched off what creates data' : null}
            isOpen={flow?.isOpen ?? false}
          />
          {flow ? (
            <section className="lab-flow" aria-label="Flow">
              <h2>Flow</h2>
              <FlowList flow={flow} at={at} />
              {flow.end ? <EndPanel end={flow.end} migrationId={flow.migrationId} /> : null}
            </section>
          ) : null}
        </div>
        <GuestPanel view={view} onWayOn={wayOn} />
        <EventPanel lab={lab} onClear={() => void api.modalLab.clear({ labId }).catch(() => undefined)} />
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

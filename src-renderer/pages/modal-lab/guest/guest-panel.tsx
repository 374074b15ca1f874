import { AppWindow, ExternalLink, Lock, Monitor, RotateCw, Smartphone, CircleX, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { GhostButton } from '#ui/controls/form.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { MessageBlock, Banner } from '#ui/messages/messages.tsx';
import type { GuestDevice, LabSettings } from '../controls/lab-settings.ts';
import { type LabRecoveryAction, type ShownProblem, problemWords, recoveryActionLabels } from './problem-words.ts';
import { fitGuest, frameText, type GuestFrame } from './guest-frame.ts';
import './guest-panel.css';
import { useIsLate } from '#ui/state/use-is-late.ts';
import { useSize } from './use-size.ts';

interface ProblemPanelProps {
  readonly problem: ShownProblem;
  readonly shownIn: LabView['shownIn'];
  readonly onRecoveryAction: (way: LabRecoveryAction) => void;
}

const ProblemPanel = ({ problem, shownIn, onRecoveryAction }: ProblemPanelProps) => {
  const { title, text, way, coversGuest } = problemWords(problem, shownIn);
  const detail = problem.detail && !problem.error ? ` ${problem.detail}` : '';
  const label = problem.code === 'reply_lost' ? 'Create another token' : recoveryActionLabels[way];
  if (coversGuest) {
    return (
      <div className="guest-cover" role="alert">
        <MessageBlock
          icon={CircleX}
          title={title}
          actions={
            <Button variant="primary" onPress={() => onRecoveryAction(way)}>
              {label}
            </Button>
          }
        >
          {text}
        </MessageBlock>
      </div>
    );
  }
  return (
    <div className="guest-banner">
      <Banner
        tone={problem.code === 'storage_blocked' || problem.code === 'reply_lost' ? 'warning' : 'danger'}
        icon={TriangleAlert}
        title={`${title}.`}
        action={
          <Button size="small" onPress={() => onRecoveryAction(way)}>
            {label}
          </Button>
        }
      >
        {text}
        {detail ? <span className="problem-detail mono">{detail}</span> : null}
      </Banner>
    </div>
  );
};

interface GuestProps {
  readonly theme: LabSettings['theme'];
  readonly frame: GuestFrame;
  readonly view: Pick<LabView, 'address' | 'partition' | 'shownIn'>;
}

const title = 'Modal lab page';

/** Changes only styles, so that resizing never reloads the guest. */
const styleOf = ({ width, height, scale, left, top }: GuestFrame): CSSProperties => ({
  width,
  height,
  left,
  top,
  transform: scale === 1 ? undefined : `scale(${scale})`,
});

/** The lab's page in Electron: a guest with its own session. Sets the attributes before the guest attaches. */
const Webview = ({ view: { address, partition }, frame }: Pick<GuestProps, 'view' | 'frame'>) => {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = document.createElement('webview');
    view.setAttribute('partition', partition);
    view.setAttribute('src', address);
    view.setAttribute('title', title);
    holder.current?.append(view);
    return () => view.remove();
  }, [address, partition]);
  return <div ref={holder} className="guest-holder" style={styleOf(frame)} />;
};

const OwnTab = ({ view: { address } }: Pick<GuestPanelProps, 'view'>) => (
  <MessageBlock
    icon={AppWindow}
    title="This lab is open in a separate tab"
    actions={
      <Button icon={ExternalLink} onPress={() => window.open(address, '_blank', 'noopener')}>
        Open the tab
      </Button>
    }
  >
    The console can't embed a modal from a service on another device. Open the lab in a tab, then start the flow here.
  </MessageBlock>
);

const Guest = ({ view, theme, frame }: GuestProps) => {
  if (view.shownIn === 'webview') return <Webview view={view} frame={frame} />;
  return (
    <iframe
      className="guest-holder"
      title={title}
      src={view.address}
      // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which can't open windows
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      // The frame inherits its element's color scheme and passes it to the modal. `normal` follows the system.
      style={{ ...styleOf(frame), colorScheme: theme === 'system' ? 'normal' : theme }}
    />
  );
};

/** A page that hasn't reported after this time, in ms, has failed to load or crashed. */
const loadWithinMs = 6_000;
const restMs = 600;

const silentGuest: ShownProblem = { code: 'guest_silent', detail: null, error: null };

/** Returns the problem to show. If a page never reports, only this component can detect that problem. */
const useShownProblem = ({ guest, problem, shownIn }: LabView, load: number): ShownProblem | null => {
  const isWaiting = guest === 'waiting' && shownIn !== 'tab';
  const isSilent = useIsLate(isWaiting ? String(load) : null, loadWithinMs);
  return problem ?? (isSilent ? silentGuest : null);
};

const addressText = (address: string): string => `${new URL(address).host}/lab`;

/**
 * Returns a function that reloads the guest with a pause between the frames. Chromium drops a hung process only after
 * its last frame was removed, and reuses the process for the same origin until then. A pause of 400 ms is enough.
 */
const useReload = () => {
  const [load, setLoad] = useState(0);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => {
      setLoad((before) => before + 1);
      setResting(false);
    }, restMs);
    return () => clearTimeout(timer);
  }, [isResting]);
  return { load, isResting, reload: () => setResting(true) };
};

const devices = [
  { value: 'desktop', label: 'Desktop', icon: Monitor },
  { value: 'phone', label: 'Phone', icon: Smartphone },
] as const;

interface GuestPanelProps {
  readonly view: LabView;
  readonly theme: LabSettings['theme'];
  readonly device: GuestDevice;
  readonly onDevice: (device: GuestDevice) => void;
  readonly onRecoveryAction: (way: LabRecoveryAction) => void;
}

export const GuestPanel = ({ view, theme, device, onDevice, onRecoveryAction }: GuestPanelProps) => {
  const { load, isResting, reload } = useReload();
  const [stage, size] = useSize();
  const frame = fitGuest(device, size);
  const problem = useShownProblem(view, load);
  const runRecoveryAction = (way: LabRecoveryAction): void => {
    if (way === 'reload-guest') reload();
    else if (way === 'own-tab') window.open(view.address, '_blank', 'noopener');
    else onRecoveryAction(way);
  };
  return (
    <section className="guest-panel stack" aria-label="Lab preview">
      <header className="guest-bar row rigid">
        <span className="guest-address row grow muted">
          <Lock size={12} aria-hidden="true" />
          <span className="mono truncate">{addressText(view.address)}</span>
          <span className="guest-kind rigid push-end">{view.shownIn === 'tab' ? 'Separate tab' : 'Isolated page'}</span>
        </span>
        {view.shownIn === 'tab' ? null : (
          <>
            <GhostButton label="Reload lab page" icon={RotateCw} onPress={reload} />
            {view.shownIn === 'frame' ? (
              <GhostButton
                label="Open the lab in a tab, where pop-ups work"
                icon={ExternalLink}
                onPress={() => window.open(view.address, '_blank', 'noopener')}
              />
            ) : null}
            <Segments label="Preview size" segments={devices} value={device} onChange={onDevice} />
            <span className="guest-scale hint rigid text-right number">{frameText(frame)}</span>
          </>
        )}
      </header>
      {problem && !isResting ? (
        <ProblemPanel problem={problem} shownIn={view.shownIn} onRecoveryAction={runRecoveryAction} />
      ) : null}
      <div ref={stage} className="guest-stage" data-device={view.shownIn === 'tab' ? undefined : device}>
        {isResting ? null : view.shownIn === 'tab' ? (
          <OwnTab view={view} />
        ) : (
          <Guest key={`${view.address} ${load}`} view={view} theme={theme} frame={frame} />
        )}
      </div>
    </section>
  );
};

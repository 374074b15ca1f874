import { AppWindow, ExternalLink, Lock, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import type { LabSettings } from '../lab-settings.ts';
import { partId } from '../lab-tabs.tsx';
import { ProblemPanel } from '../problem-panel.tsx';
import type { LabWayOn, ShownProblem } from '../problem-words.ts';
import './guest-panel.css';

interface GuestProps {
  readonly theme: LabSettings['theme'];
  readonly view: Pick<LabView, 'address' | 'partition' | 'shownIn'>;
}

const title = 'Page of the modal lab';

/** The lab's page in Electron: a guest with a session of its own, made by hand, since its attributes must stand before it is in the page. */
const Webview = ({ view: { address, partition } }: Pick<GuestProps, 'view'>) => {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = document.createElement('webview');
    view.setAttribute('partition', partition);
    view.setAttribute('src', address);
    view.setAttribute('title', title);
    holder.current?.append(view);
    return () => view.remove();
  }, [address, partition]);
  return <div ref={holder} className="guest-holder" />;
};

const OwnTab = ({ view: { address } }: Pick<GuestProps, 'view'>) => (
  <MessageBlock
    icon={AppWindow}
    title="This lab has a tab of its own"
    actions={
      <Button icon={ExternalLink} onPress={() => window.open(address, '_blank', 'noopener')}>
        Open the tab
      </Button>
    }
  >
    A modal of a service that is not on this computer may not stand in a frame of the console. Open the tab, then start
    from here.
  </MessageBlock>
);

/** The lab's page, isolated from the console in the way that this host has. */
const Guest = ({ view, theme }: GuestProps) => {
  if (view.shownIn === 'webview') return <Webview view={view} />;
  if (view.shownIn === 'tab') return <OwnTab view={view} />;
  return (
    <iframe
      className="guest-holder"
      title={title}
      src={view.address}
      // Safe, for the frame is of another origin than the console.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      // A frame prefers the colour scheme of its element, and hands it on to the modal; `normal` is the computer's.
      style={{ colorScheme: theme === 'system' ? 'normal' : theme }}
    />
  );
};

/** A page that has not reported by then has not loaded, or has crashed. */
const loadWithinMs = 6_000;
const restMs = 600;

const silentGuest: ShownProblem = { code: 'guest_silent', detail: null, error: null };

/** The problem that shows: a page that never reports is one too, and only the host of its frame can tell. */
const useShownProblem = ({ guest, problem, shownIn }: LabView, load: number): ShownProblem | null => {
  const [late, setLate] = useState(-1);
  const waits = guest === 'waiting' && shownIn !== 'tab';
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(load), loadWithinMs);
    return () => clearTimeout(timer);
  }, [waits, load]);
  return problem ?? (waits && late === load ? silentGuest : null);
};

const addressText = (address: string): string => `${new URL(address).host}/lab`;

/**
 * A new load of the guest. Between the old frame and the new one lies a rest: a process that hangs is given up only when
 * its last frame is gone, and until then a frame of the same origin would be given to it again. 400 ms were enough.
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

interface GuestPanelProps {
  readonly view: LabView;
  readonly theme: LabSettings['theme'];
  readonly onWayOn: (way: LabWayOn) => void;
}

/** The lab's page with its bar: where it is, that it is isolated, reload, and the width of a phone. */
export const GuestPanel = ({ view, theme, onWayOn }: GuestPanelProps) => {
  const { load, isResting, reload } = useReload();
  const [isPhone, setPhone] = useState(false);
  const problem = useShownProblem(view, load);
  const wayOn = (way: LabWayOn): void => {
    if (way === 'reload-guest') reload();
    else if (way === 'own-tab') window.open(view.address, '_blank', 'noopener');
    else onWayOn(way);
  };
  return (
    <section className="guest-panel" id={partId('page')} aria-label="Page of the lab">
      <header className="guest-bar">
        <span className="guest-address">
          <Lock size={12} aria-hidden="true" />
          <span className="mono truncate">{addressText(view.address)}</span>
          <span className="guest-kind">{view.shownIn === 'tab' ? 'Tab of its own' : 'Isolated guest'}</span>
        </span>
        {view.shownIn === 'tab' ? null : (
          <>
            <IconButton label="Reload guest" icon={RotateCw} size="small" variant="ghost" onPress={reload} />
            <IconButton
              label={isPhone ? 'Full width' : 'Width of a phone'}
              icon={Smartphone}
              size="small"
              variant="ghost"
              onPress={() => setPhone(!isPhone)}
            />
          </>
        )}
      </header>
      <div className="guest-stage" data-phone={isPhone || undefined}>
        {isResting ? null : <Guest key={`${view.address} ${load}`} view={view} theme={theme} />}
        {problem && !isResting ? <ProblemPanel problem={problem} shownIn={view.shownIn} onWayOn={wayOn} /> : null}
      </div>
    </section>
  );
};

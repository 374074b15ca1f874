import { AppWindow, ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LabView } from '#shared/console-contract/modal-lab-calls.ts';
import type { LabSettings } from '../lab-settings.ts';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';

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
export const Guest = ({ view, theme }: GuestProps) => {
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

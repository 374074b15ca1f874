import '#ui/theme/index.css';
import './gallery.css';
import { ChevronDown, Copy, Eye } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import { showToast, ToastRegion } from '#ui/messages/toast.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { applyTheme } from '#ui/theme/theme.ts';
import { TooltipLayer } from '#ui/tooltip/tooltip-layer.tsx';
import { ClockProvider } from '#ui/values/times.tsx';
import { Buttons, Choices, Colours, Fields, Messages, Tables, Values } from './gallery-parts.tsx';

const now = new Date();
const lines = [
  { id: 'open', label: 'Open', icon: Eye, keys: ['Enter'] },
  { id: 'copy', label: 'Copy ID', icon: Copy, keys: ['C'] },
];

const Gallery = () => {
  const [asks, setAsks] = useState(false);
  const close = (): void => setAsks(false);
  return (
    <ClockProvider>
      <main className="gallery">
        <PageHead
          title="Parts"
          count={24}
          actions={
            <>
              <MenuButton
                name="Actions"
                className="button secondary regular"
                parts={() => [
                  { kind: 'actions', lines },
                  {
                    kind: 'one',
                    head: 'Rows',
                    lines: [
                      { id: 'compact', label: 'Compact' },
                      { id: 'normal', label: 'Default', note: '36 px' },
                    ],
                    chosen: ['normal'],
                    onChoose: close,
                  },
                ]}
              >
                Actions
                <ChevronDown size={14} aria-hidden="true" />
              </MenuButton>
              <Button onPress={() => setAsks(true)}>Ask</Button>
              <Button onPress={() => showToast('Copied the details', 'done')}>Tell</Button>
            </>
          }
        />
        <div className="gallery-parts">
          <Colours />
          <Buttons />
          <Choices />
          <Fields />
          <Messages />
          <Tables />
          <Values now={now} />
        </div>
        {asks ? (
          <ConfirmDialog title="Remove this profile?" confirm="Remove" tone="danger" onConfirm={close} onClose={close}>
            Its key leaves the keychain; the service keeps its data.
          </ConfirmDialog>
        ) : null}
        <ToastRegion place="gallery" />
        <TooltipLayer />
      </main>
    </ClockProvider>
  );
};

applyTheme();
const container = document.getElementById('root');
if (!container) throw new TypeError('index.html has no element with the id "root".');
createRoot(container).render(<Gallery />);

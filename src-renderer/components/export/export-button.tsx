import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { consoleKeys, keyName } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'), 'ExportDialog');

export const ExportButton = (props: Omit<ExportDialogProps, 'onClose'>) => {
  const [open, setOpen] = useState(false);
  const show = (): void => setOpen(true);
  useShortcuts({ [consoleKeys.export]: show });
  const shortcut = keyName(consoleKeys.export);
  usePaletteEntries('Actions', () => [
    { id: 'export', label: 'Export to a file', icon: Download, keys: [shortcut], run: show },
  ]);
  return (
    <>
      <span {...tip('Export', { shortcut })}>
        <Button icon={Download} onPress={show}>
          Export
        </Button>
      </span>
      {open ? <ExportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

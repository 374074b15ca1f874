import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then(({ ExportDialog: Dialog }) => ({ default: Dialog })),
);

/** Opens the choice of what goes into a file. */
export const ExportButton = (props: Omit<ExportDialogProps, 'onClose'>) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Download} onPress={() => setOpen(true)}>
        Export
      </Button>
      {open ? (
        <Suspense>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};

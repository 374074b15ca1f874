import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { LoadedQuery, LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { Button } from '#ui/controls/button.tsx';

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then(({ ExportDialog: Dialog }) => ({ default: Dialog })),
);

export interface ExportButtonProps {
  readonly resource: LoadedResource;
  /** What the filters of the page leave, and in which order. */
  readonly query: LoadedQuery;
  /** How many filters narrow it. */
  readonly filters: number;
  /** The page that is shown; null in the view of all rows. */
  readonly page: { readonly page: number; readonly pageSize: number; readonly rows: number } | null;
}

/** Opens the choice of what goes into a file. */
export const ExportButton = (props: ExportButtonProps) => {
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

import { Dialog, Heading } from 'react-aria-components';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { argsOfExport } from './started-exports.ts';
import { useStartExport } from './use-start-export.ts';
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx';

interface ExportFailedProps {
  readonly state: ExportState;
  readonly onClose: () => void;
}

/** Says why an export ended without its file, and tries it again. */
export const ExportFailed = ({ state, onClose }: ExportFailedProps) => {
  const { start, busy, error } = useStartExport(onClose);
  const args = argsOfExport(state.id);
  const shown = error ?? state.problem;
  return (
    <DialogFrame onClose={onClose}>
      <Dialog className="dialog" role="alertdialog">
        <Heading slot="title">The export has failed</Heading>
        <div className="dialog-text">
          <p>
            No file <bdi>{state.fileName}</bdi> was left behind.
          </p>
          {shown ? (
            // What the person has said yes to once is not asked again.
            <ErrorBlock
              error={shown}
              busy={busy}
              onRetry={args ? () => start({ ...args, confirmed: true }) : undefined}
            />
          ) : null}
        </div>
        <div className="dialog-actions">
          <Button onPress={onClose}>Close</Button>
        </div>
      </Dialog>
    </DialogFrame>
  );
};

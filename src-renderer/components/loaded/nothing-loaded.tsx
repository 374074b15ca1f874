import { CloudDownload } from 'lucide-react';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { Button } from '../controls/button.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { MessageBlock } from '../messages/message-block.tsx';
import { loadAllLabel } from './load/load-all-button.tsx';
import type { LoadAll } from './load/use-load-all.tsx';

interface NothingLoadedProps {
  readonly topic: LoadedResource;
  /** As the service says it; null where it does not. */
  readonly total: number | null;
  readonly loadAll: LoadAll;
  /** Back to the view of one page. */
  readonly onPages: () => void;
}

/** The view of all rows before any is loaded: the way to them, or why they could not be asked for. */
export const NothingLoaded = ({ topic, total, loadAll, onPages }: NothingLoadedProps) => {
  const { press, busy, error, dialog } = loadAll;
  return (
    <div className="listing-middle">
      {error ? (
        <ErrorBlock error={error} busy={busy} onRetry={press} />
      ) : (
        <MessageBlock
          icon={CloudDownload}
          title={`No ${topic} are loaded`}
          actions={
            <>
              <Button variant="primary" busy={busy} onPress={press}>
                {loadAllLabel(total)}
              </Button>
              <Button onPress={onPages}>Show pages</Button>
            </>
          }
        >
          Load all of them to search, sort and group everything. It goes on in the background.
        </MessageBlock>
      )}
      {dialog}
    </div>
  );
};

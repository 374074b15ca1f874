import type { Resource } from '#shared/migration-api/fields.ts';
import { CloudDownload } from 'lucide-react';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { Button } from '#ui/controls/button.tsx';
import { ErrorBlock } from '../messages/error-block.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { type LoadAll, loadAllLabel } from '../load/use-load-all.tsx';

interface NothingLoadedProps {
  readonly topic: Resource;
  readonly total: number | null;
  readonly gone: AppError | null;
  readonly loadAll: LoadAll;
  readonly onPages: () => void;
}

const wordsOf = (topic: Resource) => ({
  title: `No ${topic} are loaded`,
  text: 'Load all rows to search, sort and group them. Loading continues in the background.',
});

export const NothingLoaded = ({ topic, total, gone, loadAll, onPages }: NothingLoadedProps) => {
  const { press, busy, error, dialog } = loadAll;
  const { title, text } = gone ? describeAppError(gone) : wordsOf(topic);
  return (
    <div className="listing-middle">
      {error ? (
        <ErrorBlock error={error} busy={busy} onRetry={press} />
      ) : (
        <MessageBlock
          icon={CloudDownload}
          title={title}
          actions={
            <>
              <Button variant="primary" busy={busy} onPress={press}>
                {loadAllLabel(total)}
              </Button>
              <Button onPress={onPages}>Show pages</Button>
            </>
          }
        >
          {text}
        </MessageBlock>
      )}
      {dialog}
    </div>
  );
};

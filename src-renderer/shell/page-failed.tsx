import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { MessageBlock } from '#ui/messages/message-block.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { appErrorOf } from '../api/console-call-error.ts';
import { useConsole } from '../api/console-context.tsx';
import { reportPageFault } from '../api/page-faults.ts';

/** An address that leads to no page of the console. */
export const PageNotFound = () => {
  const navigate = useNavigate();
  return (
    <div className="page-failed">
      <PageHead title="Not found" />
      <MessageBlock
        icon={Compass}
        title="This page does not exist"
        actions={
          <Button variant="primary" onPress={() => void navigate({ to: '/migrations' })}>
            Go to Migrations
          </Button>
        }
      >
        The address leads to no page of this console.
      </MessageBlock>
    </div>
  );
};

// Its words for every error are no part of what a start loads.
const ErrorBlock = lazy(() =>
  import('../components/messages/error-block.tsx').then(({ ErrorBlock: Block }) => ({ default: Block })),
);

/** Stands where a page would when its own code failed; the rest of the console goes on. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const { api } = useConsole();
  useEffect(() => reportPageFault(api, error), [api, error]);
  return (
    <div className="page-failed">
      <PageHead title="Ferry Console" />
      <Suspense fallback={<p role="alert">This page failed.</p>}>
        <ErrorBlock error={appErrorOf(error)} onRetry={reset} />
      </Suspense>
    </div>
  );
};

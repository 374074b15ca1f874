import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { PageHead } from '#ui/page/page-head.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { appErrorOf, useConsole } from '../api/console-api.ts';
import { reportPageFault } from '../api/page-faults.ts';

export const PageNotFound = lazyPart(() => import('./not-found.tsx'), 'NotFound');

// Loaded lazily, because its messages for all errors would slow down the start.
const ErrorBlock = lazy(() =>
  import('../components/messages/error-block.tsx').then(({ ErrorBlock: Block }) => ({ default: Block })),
);

export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const { api } = useConsole();
  useEffect(() => reportPageFault(api, error), [api, error]);
  return (
    <div className="page-failed stack">
      <PageHead title="Ferry Console" />
      <Suspense fallback={<p role="alert">This page couldn't be shown.</p>}>
        <ErrorBlock error={appErrorOf(error)} onRetry={reset} />
      </Suspense>
    </div>
  );
};

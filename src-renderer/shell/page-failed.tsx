import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { appErrorOf } from '../api/console-call-error.ts';
import { useConsole } from '../api/console-context.tsx';
import { reportPageFault } from '../api/page-faults.ts';
import { ErrorBlock } from '../components/error-block.tsx';
import { PageHead } from '../components/page-head.tsx';

/** Stands where a page would when its own code failed; the rest of the console goes on. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const { api } = useConsole();
  useEffect(() => reportPageFault(api, error), [api, error]);
  return (
    <div className="page-failed">
      <PageHead title="Ferry Console" />
      <ErrorBlock error={appErrorOf(error)} onRetry={reset} />
    </div>
  );
};

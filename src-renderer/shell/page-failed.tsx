import type { ErrorComponentProps } from '@tanstack/react-router';
import { appErrorOf } from '../api/console-call-error.ts';
import { ErrorBlock } from '../components/error-block.tsx';
import { PageHead } from '../components/page-head.tsx';

/** Stands where a page would when its own code failed; the rest of the console goes on. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => (
  <div className="page-failed">
    <PageHead title="Ferry Console" />
    <ErrorBlock error={appErrorOf(error)} onRetry={reset} />
  </div>
);

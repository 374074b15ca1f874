import { CloudOff } from 'lucide-react';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { Banner } from '#ui/messages/banner.tsx';
import { shortClockText } from '#ui/values/time-text.ts';

interface OldStateProps {
  readonly error: AppError;
  /** When the state on screen came, in ms since 1970. */
  readonly from: number;
}

/** Above a state that could not be read anew: why, and since when. It is asked again by itself. */
export const OldState = ({ error, from }: OldStateProps) => (
  <Banner tone="warning" icon={CloudOff} title={`${describeAppError(error).title}.`}>
    This is how it was at {shortClockText(new Date(from))}. It is asked again by itself.
  </Banner>
);

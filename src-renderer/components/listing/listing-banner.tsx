import { CircleX, CloudOff, KeyRound } from 'lucide-react';
import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsoleState } from '../../api/console-state.ts';
import { needsKey } from '../../api/needs-key.ts';
import { Banner } from '#ui/messages/banner.tsx';
import { Button } from '#ui/controls/button.tsx';
import { shortClockText } from '#ui/values/time-text.ts';
import { NextTry } from '../messages/next-try.tsx';

interface ListingBannerProps {
  readonly error: AppError;
  readonly updatedAt: number;
  readonly nextTryAt: number | null;
  readonly reading: boolean;
  readonly onTry: () => void;
}

/** Above old rows: why they are old, and since when. */
export const ListingBanner = ({ error, updatedAt, nextTryAt, reading, onTry }: ListingBannerProps) => {
  const { title, text, retry } = describeAppError(error);
  const passing = canPass(error.code);
  const profile = useConsoleState()?.profile;
  // The one banner above the page asks for the key.
  if (profile && needsKey(profile)) return null;
  const from = `Rows are from ${shortClockText(new Date(updatedAt))}.`;
  // An outage speaks for itself; a login page of the network needs a person. "Its message is below" is true of the
  // block alone.
  const advice = error.code === 'invalid_request' ? `It said: ${error.detail ?? 'nothing more'}.` : text;
  return (
    <Banner
      tone={passing ? 'warning' : 'danger'}
      icon={passing ? CloudOff : error.code === 'unauthorized' ? KeyRound : CircleX}
      title={`${title}.`}
      action={
        retry ? (
          <Button size="small" onPress={onTry}>
            {passing ? 'Try now' : 'Retry'}
          </Button>
        ) : undefined
      }
    >
      {passing && error.code !== 'unreadable_reply' ? from : `${advice} ${from}`}{' '}
      {reading ? 'Trying again.' : <NextTry at={nextTryAt} />}
    </Banner>
  );
};

import { CircleX, CloudOff, KeyRound } from 'lucide-react';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { useConsoleState } from '../../api/console-state.ts';
import { needsKey } from '../../api/needs-key.ts';
import { Banner } from '#ui/messages/banner.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useNow } from '#ui/values/clock.tsx';
import { shortClockText } from '#ui/values/time-text.ts';
import { isPassing } from './listing-query.ts';

interface ListingBannerProps {
  readonly error: AppError;
  readonly updatedAt: number;
  readonly nextTryAt: number | null;
  readonly reading: boolean;
  readonly onTry: () => void;
}

const NextTry = ({ at, reading }: { readonly at: number | null; readonly reading: boolean }) => {
  const now = useNow(1000);
  if (reading) return <>Trying again.</>;
  if (at === null) return null;
  // Spoken by nobody: a count that changes each second would drown everything else.
  return (
    <span aria-hidden="true" className="number">
      Next try in {Math.max(0, Math.ceil((at - now.getTime()) / 1000))} s.
    </span>
  );
};

/** Above old rows: why they are old, and since when. */
export const ListingBanner = ({ error, updatedAt, nextTryAt, reading, onTry }: ListingBannerProps) => {
  const { title, text, retry } = describeAppError(error);
  const passing = isPassing(error.code);
  const profile = useConsoleState()?.profile;
  // The one banner above the page asks for the key.
  if (profile && needsKey(profile)) return null;
  const from = `Rows are from ${shortClockText(new Date(updatedAt))}.`;
  // "Its message is below" is true of the block alone.
  const said = error.code === 'invalid_request' ? `It said: ${error.detail ?? 'nothing more'}.` : text;
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
      {passing ? from : `${said} ${from}`} <NextTry at={nextTryAt} reading={reading} />
    </Banner>
  );
};

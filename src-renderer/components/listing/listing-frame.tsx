import { CircleX, CloudOff, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { canPass } from '#shared/app-error-codes.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { ClockProvider, shortClockText } from '#ui/values/times.tsx';
import { needsKey, useConsoleState } from '../../api/profiles.ts';
import { NextTry } from '../messages/next-try.tsx';
import './listing-page.css';

interface ListingFrameProps {
  readonly title: string;
  readonly total: number | null;
  readonly busy: boolean;
  readonly actions: ReactNode;
  readonly headField?: ReactNode;
  readonly bar: ReactNode;
  readonly announcement: string;
  readonly selectionNotice: ReactNode;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
  readonly foot: ReactNode;
  readonly drawer?: ReactNode;
}

export const ListingFrame = (props: ListingFrameProps) => {
  const { title, total, busy, actions, headField, bar, announcement, selectionNotice, banner, children, foot, drawer } =
    props;
  return (
    <ClockProvider>
      <div className={`listing fill list-of-${title.toLowerCase()}`} data-drawer={drawer ? true : undefined}>
        <section className="listing-main stack fill" aria-label={title} aria-busy={busy || undefined}>
          <PageHead title={title} count={total} actions={actions}>
            {headField}
          </PageHead>
          {bar}
          <output className="visually-hidden">{announcement}</output>
          {selectionNotice}
          {banner}
          {children}
          {foot}
        </section>
        {drawer}
      </div>
    </ClockProvider>
  );
};

interface ListingBannerProps {
  readonly error: AppError;
  readonly updatedAt: number;
  readonly nextTryAt: number | null;
  readonly reading: boolean;
  readonly onTry: () => void;
}

export const ListingBanner = ({ error, updatedAt, nextTryAt, reading, onTry }: ListingBannerProps) => {
  const { title, text, retry } = describeAppError(error);
  const isTransientError = canPass(error.code);
  const profile = useConsoleState()?.profile;
  // The banner at the top of the page already asks for the key.
  if (profile && needsKey(profile)) return null;
  const readTimeText = `Rows are from ${shortClockText(new Date(updatedAt))}.`;
  // The general text refers to a message that only the error block shows.
  const advice = error.code === 'invalid_request' ? `Response: ${error.detail ?? 'no details'}.` : text;
  return (
    <Banner
      tone={isTransientError ? 'warning' : 'danger'}
      icon={isTransientError ? CloudOff : error.code === 'unauthorized' ? KeyRound : CircleX}
      title={`${title}.`}
      action={
        retry ? (
          <Button size="small" onPress={onTry}>
            {isTransientError ? 'Try now' : 'Retry'}
          </Button>
        ) : undefined
      }
    >
      {isTransientError && error.code !== 'unreadable_reply' ? readTimeText : `${advice} ${readTimeText}`}{' '}
      {reading ? 'Trying again.' : <NextTry at={nextTryAt} />}
    </Banner>
  );
};

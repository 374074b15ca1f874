import { CircleX, CloudOff, Copy, KeyRound, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { canPass } from '#shared/app-error-codes.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { countedText } from '#ui/values/number-text.ts';
import { durationText, fullText, shortClockText } from '#ui/values/times.tsx';
import { needsKey, useConsoleState } from '../../api/profiles.ts';
import { NextTry } from './next-try.tsx';
import './error-block.css';

/** Returns the names and values for the details box. Never contains a secret. */
export const errorDetails = (error: AppError): readonly (readonly [string, string])[] => {
  const { request } = error;
  const rows: (readonly [string, string])[] = [];
  if (request) {
    const tries = countedText(request.tries, 'try', 'tries');
    rows.push(['Request', `${request.method} ${request.path}`], ['Host', request.host]);
    rows.push(['Status', `${request.status ?? 'none'}, ${tries} in ${durationText(request.durationMs)}`]);
  }
  if (request?.requestId !== undefined) rows.push(['Request ID', request.requestId]);
  rows.push(['Time', fullText(new Date(error.at))]);
  if (error.detail !== undefined) rows.push(['Message', error.detail]);
  return rows;
};

export const errorReport = (title: string, error: AppError): string =>
  [
    title,
    `Code: ${error.code}`,
    ...errorDetails(error).map(([name, value]) => `${name}: ${name === 'Time' ? error.at : value}`),
  ].join('\n');

const monoRows = new Set(['Request', 'Host', 'Request ID', 'Message']);

interface ErrorBlockProps {
  readonly error: AppError;
  readonly words?: { readonly title: string; readonly text: string } | undefined;
  readonly remedy?: ReactNode;
  readonly busy?: boolean;
  readonly nextTryAt?: number | null;
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Shown instead of rows: what failed, when, and the fix, with Retry if that can help. If the page's banner asks for the
 * key, the block only refers to the banner.
 */
export const ErrorBlock = ({ error, words, remedy, busy = false, nextTryAt = null, onRetry }: ErrorBlockProps) => {
  const profile = useConsoleState()?.profile;
  if (profile && needsKey(profile) && (error.code === 'unauthorized' || error.code === 'no_key')) {
    return (
      <MessageBlock icon={KeyRound} title="An API key is required">
        Enter the key above. The page then loads automatically.
      </MessageBlock>
    );
  }
  const described = describeAppError(error);
  const { title, text } = words ?? described;
  return (
    <div className="error-block" role="alert">
      <CircleX size={20} className="error-icon" aria-hidden="true" />
      <div className="grow">
        <h2>{title}</h2>
        <p className="error-text">
          {text} <NextTry at={nextTryAt} />
        </p>
        <dl className="error-details">
          {errorDetails(error).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={`shrink text-anywhere ${monoRows.has(name) ? 'mono' : 'number'}`}>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="error-actions wrap gap-8">
          {remedy}
          {onRetry && described.retry ? (
            <Button variant={remedy ? 'secondary' : 'primary'} icon={RefreshCw} busy={busy} onPress={onRetry}>
              Retry
            </Button>
          ) : null}
          <Button icon={Copy} onPress={() => copyText(errorReport(title, error), 'the details')}>
            Copy details
          </Button>
        </div>
      </div>
    </div>
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
  // Shows nothing, because the banner at the top of the page already asks for the key.
  if (profile && needsKey(profile)) return null;
  const readTimeText = `Showing rows from ${shortClockText(new Date(updatedAt))}.`;
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

import { CirclePause, CircleX, Hourglass, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { Banner } from '#ui/messages/banner.tsx';
import { Button } from '#ui/controls/button.tsx';
import { dateOf, shortClockText } from '#ui/values/time-text.ts';
import { NextTry } from '../../messages/next-try.tsx';
import { doneText, paceText } from './load-text.ts';
import type { LoadActions } from './use-load-actions.ts';
import './load-strip.css';

interface LoadStripProps {
  readonly state: LoadedState;
  readonly actions: LoadActions;
}

const Words = ({ state }: { readonly state: LoadedState }) => {
  const done = doneText(state);
  const since = dateOf(state.pausedAt);
  switch (state.phase) {
    case 'waiting':
      return (
        <>
          <strong>{state.problem ? describeAppError(state.problem).title : 'The service asked for a pause'}.</strong>{' '}
          {done} loaded. <NextTry at={state.nextTryAt === null ? null : Date.parse(state.nextTryAt)} />
        </>
      );
    case 'paused':
      return (
        <>
          <strong>Paused{since ? ` at ${shortClockText(since)}` : ''}.</strong> {done} loaded.{' '}
          {state.pausedBy === 'limit' ? 'There are more than a load takes without a question.' : null}
        </>
      );
    case 'cancelled':
      return (
        <>
          <strong>Stopped at {done}.</strong> Only these rows are searched.
        </>
      );
    default:
      return (
        <>
          <strong>Loading {done}</strong> <span className="load-pace">{paceText(state)}</span>
        </>
      );
  }
};

const icons = { waiting: Hourglass, paused: CirclePause, cancelled: CirclePause, loading: LoaderCircle };

/** A load that ends sooner is not spoken of: the strip would push the page down and let it go at once. */
const spokenAfterMs = 600;

/** Whether that time has come. */
const useIsPast = (at: number): boolean => {
  const [past, setPast] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPast(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return past === at;
};

/** How far a load is, and what can be done about it. */
export const LoadStrip = ({ state, actions }: LoadStripProps) => {
  const { phase, rows, total } = state;
  const isSpoken = useIsPast((Date.parse(state.startedAt ?? '') || 0) + spokenAfterMs);
  if (phase === 'failed' && rows > 0 && state.problem) {
    const { title, text } = describeAppError(state.problem);
    return (
      <Banner
        tone="danger"
        icon={CircleX}
        title={`${title}.`}
        action={
          <Button size="small" onPress={actions.resume}>
            Retry
          </Button>
        }
      >
        {text} {doneText(state)} are loaded and stay.
      </Banner>
    );
  }
  if (phase !== 'loading' && phase !== 'waiting' && phase !== 'paused' && phase !== 'cancelled') return null;
  if (phase === 'loading' && !isSpoken) return null;
  const Icon = icons[phase];
  const share = total === null || total === 0 ? null : Math.min(1, rows / total);
  const runs = phase === 'loading' || phase === 'waiting';
  return (
    <section className="load-strip" aria-label="Loading all">
      <Icon size={16} className={phase === 'loading' ? 'turning' : undefined} aria-hidden="true" />
      <p className="load-words number">
        <Words state={state} />
      </p>
      {runs ? (
        <Button size="small" onPress={actions.pause}>
          Pause
        </Button>
      ) : (
        <Button size="small" onPress={actions.resume}>
          Resume
        </Button>
      )}
      {phase === 'cancelled' ? null : (
        <Button size="small" onPress={actions.cancel}>
          Cancel
        </Button>
      )}
      {share === null ? null : (
        <progress className="load-bar" aria-label="Loaded" max={100} value={Math.floor(share * 100)} />
      )}
    </section>
  );
};

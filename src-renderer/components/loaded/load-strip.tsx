import { CirclePause, CircleX, Hourglass, LoaderCircle } from 'lucide-react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { useIsLate } from '#ui/state/use-is-late.ts';
import { dateOf, shortClockText } from '#ui/values/times.tsx';
import { useRetryAt } from '../../api/read-failures.ts';
import { doneText, loadAge, paceText } from '../load/load-text.ts';
import type { LoadActions } from '../load/use-load-actions.ts';
import { ListingBanner } from '../messages/error-block.tsx';
import { NextTry } from '../messages/next-try.tsx';
import './load-strip.css';

const Words = ({ state }: { readonly state: LoadedState }) => {
  const doneLabel = doneText(state);
  const since = dateOf(state.pausedAt);
  switch (state.phase) {
    case 'waiting':
      return (
        <>
          <strong>{state.problem ? describeAppError(state.problem).title : 'Rate limit reached'}.</strong> {doneLabel}{' '}
          loaded. <NextTry at={state.nextTryAt === null ? null : Date.parse(state.nextTryAt)} />
        </>
      );
    case 'paused':
      return (
        <>
          <strong>Paused{since ? ` at ${shortClockText(since)}` : ''}.</strong> {doneLabel} loaded.
        </>
      );
    case 'cancelled':
      return (
        <>
          <strong>Stopped at {doneLabel}.</strong> Searches and filters use only these rows.
        </>
      );
    default:
      return (
        <>
          <strong>Loading {doneLabel}</strong> <span className="load-pace">{paceText(state)}</span>
        </>
      );
  }
};

const icons = { waiting: Hourglass, paused: CirclePause, cancelled: CirclePause, loading: LoaderCircle };

/** Loads shorter than this show no strip, because the strip would make the page jump. */
const announceAfterMs = 600;

const LoadStrip = ({ state, actions }: { readonly state: LoadedState; readonly actions: LoadActions }) => {
  const { phase, rows, total } = state;
  const isAnnounced = useIsLate(state.startedAt ?? '', announceAfterMs, Date.parse(state.startedAt ?? '') || 0);
  if (phase === 'failed' && state.problem) {
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
        {text} {rows > 0 ? `${doneText(state)} rows are loaded and stay available.` : 'No rows are loaded.'}
      </Banner>
    );
  }
  if (phase !== 'loading' && phase !== 'waiting' && phase !== 'paused' && phase !== 'cancelled') return null;
  if (phase === 'loading' && !isAnnounced) return null;
  const Icon = icons[phase];
  const share = total === null || total === 0 ? null : Math.min(1, rows / total);
  const isRunning = phase === 'loading' || phase === 'waiting';
  return (
    <section className="load-strip row rigid" aria-label="Loading all">
      <Icon size={16} className={phase === 'loading' ? 'turning' : undefined} aria-hidden="true" />
      <p className="load-words grow muted number">
        <Words state={state} />
      </p>
      <Button size="small" onPress={isRunning ? actions.pause : actions.resume}>
        {isRunning ? 'Pause' : 'Resume'}
      </Button>
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

interface LoadNoticeProps {
  readonly state: LoadedState;
  readonly actions: LoadActions;
}

const StaleRows = ({ state, actions }: LoadNoticeProps) => {
  const { phase, problem, nextTryAt } = state;
  const endProblem = phase === 'failed' ? problem : null;
  const loadRetryAt = useRetryAt(endProblem, Date.parse(endProblem?.at ?? ''), actions.topUp);
  if (!problem) return null;
  return (
    <ListingBanner
      error={problem}
      updatedAt={loadAge(state).rowsAt}
      nextTryAt={nextTryAt === null ? loadRetryAt : Date.parse(nextTryAt)}
      reading={phase === 'loading'}
      onTry={phase === 'waiting' ? actions.resume : actions.topUp}
    />
  );
};

export const LoadNotice = ({ state, actions }: LoadNoticeProps) => {
  if (!state.isTopUp) return <LoadStrip state={state} actions={actions} />;
  return loadAge(state).isStale ? <StaleRows state={state} actions={actions} /> : null;
};

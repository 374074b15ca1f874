import { useEffect, useEffectEvent } from 'react';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { ListingBanner } from '../../listing/listing-banner.tsx';
import { isPassing, retryPauseMs } from '../../listing/listing-query.ts';
import { loadAge } from './load-age.ts';
import { LoadStrip } from './load-strip.tsx';
import type { LoadActions } from './use-load-actions.ts';

interface LoadNewsProps {
  readonly state: LoadedState;
  readonly actions: LoadActions;
}

/** Above rows that could not be topped up: why they are old, since when, and the next try. */
const StaleRows = ({ state, actions }: LoadNewsProps) => {
  const { phase, problem, nextTryAt } = state;
  const triesAgain = phase === 'failed' && problem !== null && isPassing(problem.code);
  const ownTryAt = triesAgain ? Date.parse(problem.at) + retryPauseMs : null;
  const topUp = useEffectEvent(actions.topUp);
  useEffect(() => {
    if (ownTryAt === null) return;
    const timer = setTimeout(topUp, Math.max(0, ownTryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [ownTryAt]);
  if (!problem) return null;
  return (
    <ListingBanner
      error={problem}
      updatedAt={loadAge(state).rowsAt}
      nextTryAt={nextTryAt === null ? ownTryAt : Date.parse(nextTryAt)}
      reading={phase === 'loading'}
      onTry={phase === 'waiting' ? actions.resume : actions.topUp}
    />
  );
};

/** What a load has to say above its rows: how far it is, or why what came since is not among them. */
export const LoadNews = ({ state, actions }: LoadNewsProps) => {
  if (!state.isTopUp) return <LoadStrip state={state} actions={actions} />;
  return loadAge(state).isStale ? <StaleRows state={state} actions={actions} /> : null;
};
